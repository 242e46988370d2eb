/** `node --require`d in front of a program: `better-sqlite3` is not installed for this runtime. */
const Module = require('node:module');

const load = Module._load;
Module._load = function loadBut(request, ...rest) {
  if (request === 'better-sqlite3') throw new Error('Could not locate the bindings file.');
  return load.call(this, request, ...rest);
};
