'use strict';
// Works for some CPU milliseconds, nine tenths of them in `mix` of the other file.
const { mix } = require('./lib.cjs');

function outer(n) {
  let s = 0;
  for (let i = 0; i < n; i++) {
    s = mix(s, i);
  }
  return s;
}

function local(n) {
  let s = 0;
  for (let i = 0; i < n; i++) {
    s = (Math.imul(s ^ i, 0x85ebca6b) % 509) | 0;
  }
  return s;
}

exports.work = function work(milliseconds) {
  const began = process.cpuUsage();
  let s = 0;
  while (process.cpuUsage(began).user < milliseconds * 1000) {
    s += outer(2e5);
    s += local(1e5);
  }
  return s;
};
