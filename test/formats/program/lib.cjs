'use strict';
//
// No line of `mix` is a line of a statement in the other file.
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
function mix(a, b) {
  let x = a ^ (b << 1);
  x = Math.imul(x, 0x9e3779b1);
  x = (x ^ (x >>> 15)) | 0;
  x = (x % 1021) + b;
  return x | 0;
}
module.exports = { mix };
