// A server for `long-server.ts`: each request parses, sorts, renders and hashes something. Tells its port.
const { createHash } = require('node:crypto');
const { createServer } = require('node:http');

const items = Array.from({ length: 60 }, (_, i) => ({ id: i, name: `item ${i}`, price: (i * 7919) % 1000 }));
const handlers = [auth, log, parse, sort, render];

function auth(context, next) {
  context.token = createHash('sha256').update(context.url).digest('hex');
  next();
}
function log(context, next) {
  context.entries = [`${context.method} ${context.url}`, new Date(context.at).toISOString()];
  next();
}
function parse(context, next) {
  context.items = JSON.parse(JSON.stringify(items));
  next();
}
function sort(context, next) {
  const key = context.url.length % 2 === 0 ? 'price' : 'name';
  context.items.sort((a, b) => (a[key] < b[key] ? -1 : 1));
  next();
}
function render(context) {
  context.body = context.items.map(renderItem).join('');
}
function renderItem({ id, name, price }) {
  return `<li id="${id}"><b>${escape(name)}</b> ${price.toFixed(2)}</li>`;
}
function escape(text) {
  return text.replace(/[<>&]/g, (c) => `&#${c.charCodeAt(0)};`);
}
function run(context, at) {
  if (at < handlers.length) handlers[at](context, () => run(context, at + 1));
}

const server = createServer((request, response) => {
  const context = { method: request.method, url: request.url, at: Date.now() };
  run(context, 0);
  response.end(context.body);
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
