/**
 * Preloaded into a process and its threads (`NODE_OPTIONS=--require`) where the system lets nobody trace it: appends to `MEMORA_DEEDS`, as
 * JSON lines, what the process asks of files, programs and the network. It sits on Node's own functions. Native code is seen only where
 * SQLite is told a path.
 */
const fs = require('node:fs');
const { ChildProcess } = require('node:child_process');
const { syncBuiltinESMExports } = require('node:module');
const path = require('node:path');

const log = process.env.MEMORA_DEEDS;
process.removeAllListeners('warning');
const { appendFileSync, realpathSync, lstatSync } = fs;
const real = realpathSync.native;
const append = appendFileSync.bind(fs);
let isOwn = false;

function record(did, what) {
  if (isOwn) return;
  isOwn = true;
  try {
    append(log, `${JSON.stringify({ did, what })}\n`);
  } finally {
    isOwn = false;
  }
}

const toPath = (given) => {
  if (typeof given === 'number' || given === undefined || given === null) return null;
  if (typeof given === 'object' && 'fd' in given) return null;
  const text =
    given instanceof URL
      ? require('node:url').fileURLToPath(given)
      : Buffer.isBuffer(given)
        ? given.toString()
        : String(given);
  return path.resolve(text);
};
/** The file behind all links; of one that is not there, its folder's. */
function behind(given) {
  const at = toPath(given);
  if (at === null) return null;
  try {
    return real(at);
  } catch {
    try {
      return path.join(real(path.dirname(at)), path.basename(at));
    } catch {
      return at;
    }
  }
}
/** What stands at the name itself, a link included. */
function named(given) {
  const at = toPath(given);
  if (at === null) return null;
  try {
    return path.join(real(path.dirname(at)), path.basename(at));
  } catch {
    return at;
  }
}

const writes = (flags) =>
  typeof flags === 'number'
    ? (flags & (fs.constants.O_WRONLY | fs.constants.O_RDWR | fs.constants.O_CREAT)) !== 0
    : /[wa+]/.test(flags ?? 'r');
const wants = {
  open: ([file, flags]) => {
    const found = behind(file);
    const isFolder = typeof flags === 'number' && (flags & (fs.constants.O_DIRECTORY ?? 0)) !== 0;
    return [[writes(flags) ? 'write' : isFolder ? 'list' : 'read', found]];
  },
  readFile: ([file]) => [['read', behind(file)]],
  readdir: ([file]) => [['list', behind(file)]],
  opendir: ([file]) => [['list', behind(file)]],
  writeFile: ([file]) => [['write', behind(file)]],
  appendFile: ([file]) => [['write', behind(file)]],
  truncate: ([file]) => [['write', behind(file)]],
  copyFile: ([from, to]) => [
    ['read', behind(from)],
    ['write', behind(to)],
  ],
  cp: ([from, to]) => [
    ['read', behind(from)],
    ['write', behind(to)],
  ],
  chmod: ([file]) => [['change', behind(file)]],
  utimes: ([file]) => [['change', behind(file)]],
  chown: ([file]) => [['change', behind(file)]],
  rename: ([from, to]) => [
    ['change', named(from)],
    ['change', named(to)],
  ],
  link: ([, to]) => [['change', named(to)]],
  symlink: ([, to]) => [['change', named(to)]],
  mkdir: ([file]) => [['change', named(file)]],
  mkdtemp: ([file]) => [['change', named(file)]],
  rmdir: ([file]) => [['change', named(file)]],
  rm: ([file]) => [['change', named(file)]],
  unlink: ([file]) => [['change', named(file)]],
};

for (const [name, deeds] of Object.entries(wants)) {
  for (const [holder, key] of [
    [fs, name],
    [fs, `${name}Sync`],
    [fs.promises, name],
  ]) {
    const original = holder[key];
    if (typeof original !== 'function') continue;
    holder[key] = function recorded(...args) {
      if (!isOwn) for (const [did, what] of deeds(args)) if (what !== null) record(did, what);
      return original.apply(this, args);
    };
    Object.assign(holder[key], original);
  }
}

const { dlopen } = process;
process.dlopen = function recorded(target, file, ...more) {
  record('read', behind(file));
  const result = dlopen.call(this, target, file, ...more);
  const { Database } = target.exports ?? {};
  if (typeof Database === 'function') {
    target.exports.Database = new Proxy(Database, {
      construct(Original, args, as) {
        if (args[0] !== ':memory:') record('write', behind(args[0]));
        return Reflect.construct(Original, args, as);
      },
    });
  }
  return result;
};

const { spawn } = ChildProcess.prototype;
ChildProcess.prototype.spawn = function recorded(options) {
  record('run', String(options?.file));
  return spawn.call(this, options);
};
const sync = process.binding('spawn_sync');
const { spawn: spawnSync } = sync;
sync.spawn = (options) => {
  record('run', String(options?.file));
  return spawnSync(options);
};

function wrap(prototype, name, did, describe) {
  const original = prototype?.[name];
  if (typeof original !== 'function') return;
  prototype[name] = function recorded(...args) {
    record(did, describe(args));
    return original.apply(this, args);
  };
}
const { TCP } = process.binding('tcp_wrap');
for (const name of ['connect', 'connect6'])
  wrap(TCP.prototype, name, 'connect', (args) => `${args[1]}:${args[2]}`);
for (const name of ['bind', 'bind6']) wrap(TCP.prototype, name, 'listen', (args) => `${args[0]}:${args[1]}`);
const { UDP } = process.binding('udp_wrap');
for (const name of ['send', 'send6', 'connect', 'connect6'])
  wrap(UDP.prototype, name, 'connect', (args) => `${args.at(-2)}:${args.at(-3)}`);
const { Pipe } = process.binding('pipe_wrap');
wrap(Pipe.prototype, 'connect', 'connect', (args) => `unix:${args[1]}`);
const cares = process.binding('cares_wrap');
wrap(cares, 'getaddrinfo', 'connect', (args) => `lookup of ${args[1]}`);
const { kill } = process;
process.kill = function recorded(pid, signal) {
  if (signal !== 0) record('signal', `${pid}, ${signal}`);
  return kill.call(process, pid, signal);
};
syncBuiltinESMExports();
record('read', process.execPath);
void lstatSync;
