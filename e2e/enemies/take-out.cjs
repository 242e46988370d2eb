/**
 * Preloaded into a process: takes the code that `MEMORA_TAKE_OUT` names (JSON: pairs of a pattern and what stands in its place) out of the
 * product while it is loaded, from its source or from the chunks of its bundle, and notes in `MEMORA_TAKEN_OUT` what was found.
 */
const fs = require('node:fs');
const { registerHooks } = require('node:module');

const cuts = JSON.parse(process.env.MEMORA_TAKE_OUT).map(([pattern, put]) => [new RegExp(pattern, 'g'), put]);
const { readFileSync, appendFileSync } = fs;
const found = new Set();

function cut(code) {
  for (const [i, [pattern, put]] of cuts.entries()) {
    const next = code.replace(pattern, put);
    if (next !== code && !found.has(i)) {
      found.add(i);
      appendFileSync(process.env.MEMORA_TAKEN_OUT, `${i}\n`);
    }
    code = next;
  }
  return code;
}

const isOurs = (file) => /\/packages\/\w+\/src\/.*\.ts$/.test(file);
fs.readFileSync = function read(file, ...more) {
  const got = readFileSync.call(this, file, ...more);
  return typeof got === 'string' && String(file).endsWith('.cjs') ? cut(got) : got;
};
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (!isOurs(url) || loaded.source === undefined || loaded.source === null) return loaded;
    return { ...loaded, source: cut(Buffer.from(loaded.source).toString()) };
  },
});
