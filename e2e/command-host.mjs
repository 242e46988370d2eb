/**
 * Runs commands of the installed `memora` one after the other in this process, as its bin would: `node command-host.mjs BIN`. The
 * parent says which commands to run. A command prints to descriptors 1 and 2, as in its own process. A mark on both ends its output.
 */
import { writeSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';

const [, , bin] = process.argv;
const START = 'await runBin()';

// The bin without its last step. It returns the function that it would call.
registerHooks({
  load: (url, context, next) => {
    const loaded = next(url, context);
    if (url !== pathToFileURL(bin).href) return loaded;
    const source = String(loaded.source);
    if (!source.includes(START)) throw new Error(`${bin} does not end with ${START}`);
    return { ...loaded, source: source.replace(START, 'globalThis.runBin = runBin') };
  },
});
await import(pathToFileURL(bin).href);
const own = { ...process.env };

/** A pipe is full for a moment if the parent has not read it yet. */
function writeWhole(fd, text) {
  try {
    const written = writeSync(fd, text);
    if (written < text.length) writeWhole(fd, text.slice(written));
  } catch (error) {
    if (error.code !== 'EAGAIN') throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    writeWhole(fd, text);
  }
}

process.on('message', async ({ args, env, cwd, stdin, mark }) => {
  // Only this process closes the channel. If the parent closed it, Node would not emit `close` in the parent.
  if (args === undefined) process.exit();
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, own, env);
  process.argv = [process.execPath, bin, ...args];
  process.chdir(cwd);
  process.exitCode = undefined;
  Object.defineProperty(process, 'stdin', { configurable: true, value: Readable.from([Buffer.from(stdin)]) });
  await globalThis.runBin();
  const code = process.exitCode ?? 0;
  // A separate process would still do this before it ends.
  await new Promise((resolve) => setImmediate(resolve));
  for (const fd of [1, 2]) writeWhole(fd, mark);
  process.send({ code });
});
process.on('disconnect', () => process.exit());
process.send('ready');
