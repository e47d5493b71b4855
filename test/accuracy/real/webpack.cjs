const { finish } = require('./heat.cjs');
const path = require('node:path');
const webpack = require('webpack');

const entry = Object.fromEntries(
  ['acorn', 'handlebars/dist/cjs/handlebars', '@babel/parser', '@babel/generator'].map((name) => [name, name]),
);
const output = { path: path.join(__dirname, 'bundles') };
const performance = { hints: false };
webpack({ mode: 'development', devtool: false, context: __dirname, entry, output, performance }, (error, stats) => {
  if (error) throw error;
  console.log(stats.toJson({ all: false, assets: true }).assets.length);
  finish();
});
