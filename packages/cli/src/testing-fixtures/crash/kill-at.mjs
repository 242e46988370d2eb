/**
 * Preloaded into a process (`node --import`): ends the process like `kill -9` at its n-th writing operation
 * on files or databases. `KILL_AT` is n, 0 for never; with `FAIL_WITH`, that operation and all later ones
 * fail with this system code instead, as on a full disk. `EMFILE` counts and fails operations that open a
 * file, even for reading; `INODES` those that create one. A process that completes writes its number of
 * operations to the file `KILL_COUNT`. `KILL_UNDER` is the folder of the test. `CLOCK_SHIFT` shifts the clock
 * by that many milliseconds.
 */
import fs from 'node:fs';
import { createRequire, syncBuiltinESMExports } from 'node:module';

const at = Number(process.env['KILL_AT'] ?? '0');
const countFile = process.env['KILL_COUNT'];
const write = fs.writeSync.bind(fs);
const writeFile = fs.writeFileSync.bind(fs);
/** Linux may stop a killed write between two pages. */
const PAGE = 4096;
const failing = process.env['FAIL_WITH'];
const under = process.env['KILL_UNDER'] ?? '/';
/** The operations that count and fail. */
const wanted = failing === 'EMFILE' ? 'open' : failing === 'INODES' ? 'make' : 'write';
const ofSqlite = {
  ENOSPC: 'SQLITE_FULL',
  EROFS: 'SQLITE_READONLY',
  EIO: 'SQLITE_IOERR_WRITE',
  EMFILE: 'SQLITE_CANTOPEN',
  INODES: 'SQLITE_CANTOPEN',
};
let done = 0;

const shift = Number(process.env['CLOCK_SHIFT'] ?? '0');
if (shift !== 0) {
  const now = Date.now.bind(Date);
  globalThis.Date = new Proxy(Date, {
    construct: (target, given, made) =>
      Reflect.construct(target, given.length === 0 ? [now() + shift] : given, made),
  });
  Date.now = () => now() + shift;
}

function toError(name, path) {
  const code = /^sqlite/.test(name) ? ofSqlite[failing] : failing === 'INODES' ? 'ENOSPC' : failing;
  const syscall = name.replace(/Sync$/, '');
  return Object.assign(new Error(`${code}: simulated, ${name}`), {
    code,
    syscall,
    ...(path === undefined ? {} : { path }),
  });
}

/** Operations that free space, or only read, succeed on a full disk. */
const FREES = /^(?:unlink|rm|rmdir)/;

/** Ends the process at its operation, or fails from there on. */
function reached(name, cut, path) {
  done++;
  if (failing !== undefined && at > 0 && done >= at && !(failing === 'ENOSPC' && FREES.test(name)))
    throw toError(name, path);
  if (failing !== undefined || done !== at) return;
  cut?.();
  process.kill(process.pid, 'SIGKILL');
  for (;;);
}

const isWriting = (flags) =>
  typeof flags === 'number'
    ? (flags & 3) !== 0 || (flags & fs.constants.O_CREAT) !== 0
    : /[wa+]/.test(flags ?? 'r');
/** The terminal's own streams are not the program's files. */
const isOwn = (file) => typeof file !== 'number' || file > 2;
const cutShort = (file, bytes) => () => {
  const buffer = typeof bytes === 'string' ? Buffer.from(bytes) : bytes;
  if (typeof file === 'number' && buffer?.length > PAGE) write(file, buffer, 0, PAGE);
};

const handle = await fs.promises.open(import.meta.filename, 'r');
const handles = Object.getPrototypeOf(handle);

function wrap(target, name, counts = () => true, cut = () => undefined) {
  const original = target[name];
  if (typeof original !== 'function') return;
  target[name] = function (...parameters) {
    if (counts.apply(this, parameters)) {
      try {
        reached(
          name,
          cut.apply(this, parameters),
          typeof parameters[0] === 'string' ? parameters[0] : undefined,
        );
      } catch (error) {
        // A call that returns a promise fails with a rejection.
        if (target === fs.promises || target === handles) return Promise.reject(error);
        throw error;
      }
    }
    return original.apply(this, parameters);
  };
}

const CHANGING = [
  'rename',
  'link',
  'unlink',
  'rm',
  'rmdir',
  'mkdir',
  'chmod',
  'truncate',
  'utimes',
  'symlink',
  'copyFile',
  'appendFile',
];
const everywhere = (name, counts) => {
  wrap(fs, `${name}Sync`, counts);
  wrap(fs, name, counts);
  wrap(fs.promises, name, counts);
};
if (wanted === 'write') {
  for (const name of CHANGING) everywhere(name);
  for (const name of ['fchmod', 'fsync', 'fdatasync', 'ftruncate', 'futimes']) wrap(fs, `${name}Sync`);
  wrap(fs, 'openSync', (_, flags) => isWriting(flags));
  wrap(fs.promises, 'open', (_, flags) => isWriting(flags));
  wrap(fs, 'writeSync', isOwn, cutShort);
  wrap(fs, 'writeFileSync', isOwn, cutShort);
  wrap(fs.promises, 'writeFile');
  for (const name of ['write', 'writeFile', 'sync', 'chmod', 'truncate', 'utimes', 'appendFile'])
    wrap(handles, name, undefined, function (bytes) {
      return cutShort(this.fd, bytes);
    });
}
if (wanted === 'open')
  for (const name of ['open', 'readFile', 'writeFile', 'appendFile', 'copyFile', 'readdir', 'opendir'])
    everywhere(name, isBelow);
if (wanted === 'make') {
  for (const name of ['mkdir', 'symlink', 'mkdtemp']) everywhere(name, isNew);
  everywhere('copyFile', (_, to) => isNew(to));
  for (const name of ['writeFile', 'appendFile']) everywhere(name, isNew);
  everywhere('open', (path, flags) => isWriting(flags) && isNew(path));
}
await handle.close();
syncBuiltinESMExports();

/** True for a path in the folder of the test, because Node's loader also opens files of the program. */
function isBelow(path) {
  return typeof path === 'string' && [under, '/proc/self/fd/'].some((start) => path.startsWith(start));
}

/** True for the path of a file that does not exist yet. */
function isNew(path) {
  return typeof path === 'string' && fs.lstatSync(path, { throwIfNoEntry: false }) === undefined;
}

for (const name of ['better-sqlite3', 'better-sqlite3-multiple-ciphers']) {
  const Database = load(name);
  if (Database === null) continue;
  if (wanted !== 'write') {
    countOpened(Database);
    continue;
  }
  const db = new Database(':memory:');
  wrapSql(Object.getPrototypeOf(db.prepare('SELECT 1')), 'run');
  for (const method of ['exec', 'pragma', 'backup']) wrapSql(Database.prototype, method);
  db.close();
}

/** Statements that only end a transaction or read are allowed. */
function wrapSql(target, name) {
  const original = target[name];
  target[name] = function (...parameters) {
    const sql = typeof parameters[0] === 'string' && name !== 'run' ? parameters[0] : (this.source ?? '');
    if (
      failing === undefined ||
      /^\s*(?:insert|update|delete|create|vacuum|commit|with|replace|alter)/i.test(sql)
    )
      reached(`sqlite ${name}`);
    return original.apply(this, parameters);
  };
}

/** Native code opens a database, so the class is replaced by one that counts. */
function countOpened(Database) {
  const { cache } = createRequire(import.meta.filename);
  const at = Object.keys(cache).find((path) => cache[path].exports === Database);
  cache[at].exports = new Proxy(Database, {
    construct(target, parameters) {
      const [path] = parameters;
      if (typeof path === 'string' && path !== ':memory:' && (wanted === 'open' || isNew(path)))
        reached('sqlite open', undefined, path);
      return Reflect.construct(target, parameters);
    },
  });
}

function load(name) {
  for (const from of (process.env['KILL_RESOLVE'] ?? import.meta.filename).split(':')) {
    try {
      return createRequire(from)(name);
    } catch {}
  }
  return null;
}

if (countFile !== undefined) process.on('exit', () => writeFile(countFile, String(done)));
