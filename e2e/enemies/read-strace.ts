import { posix } from 'node:path';
import type { Deed } from './deed.ts';

/** The system calls that `strace` shows. */
export const TRACED =
  'trace=%file,connect,bind,sendto,sendmsg,sendmmsg,kill,tgkill,fchmod,fchown,execve,execveat';

const CHANGES = new Set(
  [
    'unlink unlinkat rename renameat renameat2 link linkat symlink symlinkat mkdir mkdirat rmdir mknod mknodat truncate',
    'chmod fchmodat fchmodat2 chown lchown fchownat utime utimes utimensat futimesat setxattr lsetxattr removexattr',
  ].flatMap((line) => line.split(' ')),
);
/** In these calls, the created name comes last. */
const MAKES_LAST = new Set(['link', 'linkat', 'symlink', 'symlinkat']);
const OPENS = new Set(['open', 'openat', 'openat2', 'creat']);

/** The deeds in the output of `strace -f -y`. Failed calls did nothing, except that an attempt to connect counts. */
export function readStrace(log: Uint8Array, cwd: string): Deed[] {
  const deeds: Deed[] = [];
  const pathByFile = new Map<string, string>();
  let isStarted = false;
  for (const { call, args, result } of callsOf(log)) {
    const failed = result.startsWith('-1');
    if (call === 'execve' || call === 'execveat') {
      if (!failed && isStarted) deeds.push({ did: 'run', what: pathsIn(args)[0] ?? args });
      isStarted = true;
    } else if (['connect', 'sendto', 'sendmsg', 'sendmmsg'].includes(call)) {
      const to = addressIn(args);
      if (to !== null) deeds.push({ did: 'connect', what: to });
    } else if (call === 'bind') {
      const at = addressIn(args);
      if (at !== null && !failed) deeds.push({ did: 'listen', what: at });
    } else if (call === 'kill' || call === 'tgkill') {
      // Signal 0 only asks whether a process exists.
      if (!/, 0\s*$/.test(args)) deeds.push({ did: 'signal', what: args });
    } else if (failed) {
    } else if (OPENS.has(call)) {
      const opened = /^(\d+)<(.*)>$/s.exec(result);
      if (opened === null) continue;
      const what = fromEscapes(opened[2] ?? '').replace(/ \(deleted\)$/, '');
      pathByFile.set(opened[1] ?? '', what);
      deeds.push({ did: howOpened(call, args), what });
    } else if (call === 'fchmod' || call === 'fchown') {
      const path = /^\d+<(.*?)>/s.exec(args)?.[1];
      if (path !== undefined) deeds.push({ did: 'change', what: fromEscapes(path) });
    } else if (CHANGES.has(call)) {
      const names = pathsIn(args).map((path) => resolveIn(path, args, cwd, pathByFile));
      const made = call.startsWith('rename')
        ? names
        : MAKES_LAST.has(call)
          ? names.slice(-1)
          : names.slice(0, 1);
      for (const what of made) deeds.push({ did: 'change', what });
    }
  }
  return deeds;
}

function howOpened(call: string, args: string): Deed['did'] {
  if (call === 'creat' || /\bO_(?:WRONLY|RDWR|CREAT|TRUNC|APPEND)\b/.test(args)) return 'write';
  // A handle of a path reads nothing by itself.
  return /\bO_(?:DIRECTORY|PATH)\b/.test(args) ? 'list' : 'read';
}

interface Call {
  readonly call: string;
  readonly args: string;
  readonly result: string;
}

/** Calls in the order in which they ended. Calls that another thread interrupted are joined again. */
function* callsOf(log: Uint8Array): Generator<Call> {
  const begun = new Map<string, string>();
  for (const line of linesOf(Buffer.from(log.buffer, log.byteOffset, log.byteLength))) {
    const found = /^(?:\[pid\s+)?(\d+)?\]?\s*(.*)$/s.exec(line);
    const thread = found?.[1] ?? '';
    let text = found?.[2] ?? '';
    const cut = /^(.*) ?<unfinished \.\.\.>$/s.exec(text);
    if (cut !== null) {
      begun.set(thread, cut[1] ?? '');
      continue;
    }
    const goesOn = /^<\.\.\. \w+ resumed>(.*)$/s.exec(text);
    if (goesOn !== null) {
      text = `${begun.get(thread) ?? ''}${goesOn[1] ?? ''}`;
      begun.delete(thread);
    }
    const whole = /^(\w+)\((.*)\)\s+= (.*)$/s.exec(text);
    if (whole !== null) yield { call: whole[1] ?? '', args: whole[2] ?? '', result: whole[3] ?? '' };
  }
}

/** The lines come one by one, because a log can be longer than any string. */
function* linesOf(log: Buffer): Generator<string> {
  for (let from = 0; from < log.length; ) {
    const end = log.indexOf(0x0a, from);
    yield log.toString('utf8', from, end < 0 ? log.length : end);
    from = end < 0 ? log.length : end + 1;
  }
}

const STRING = /"((?:[^"\\]|\\.)*)"/gs;

function pathsIn(args: string): string[] {
  return [...args.matchAll(STRING)].map(([, text = '']) => fromEscapes(text));
}

function resolveIn(path: string, args: string, cwd: string, pathByFile: ReadonlyMap<string, string>): string {
  const held = /^\/proc\/(?:self|\d+)\/fd\/(\d+)(\/.*)?$/s.exec(path);
  if (held !== null) return `${pathByFile.get(held[1] ?? '') ?? '/proc'}${held[2] ?? ''}`;
  const folder = /^(?:AT_FDCWD|\d+)<(.*?)>/s.exec(args)?.[1];
  return posix.resolve(folder === undefined ? cwd : fromEscapes(folder), path);
}

/** Decodes the backslash escapes of `strace`: octal bytes and C escapes. */
function fromEscapes(text: string): string {
  if (!text.includes('\\')) return text;
  const bytes = Buffer.from(
    text.replace(/\\([0-7]{1,3}|.)/gs, (_, code: string) => {
      if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8));
      return { n: '\n', t: '\t', r: '\r', v: '\v', f: '\f' }[code] ?? code;
    }),
    'latin1',
  );
  return bytes.toString('utf8');
}

/** An address outside this process; null if the call is to the kernel. */
function addressIn(args: string): string | null {
  const inet = /sin6?_port=htons\((\d+)\).*?(?:inet_addr\("([^"]*)"\)|inet_pton\(AF_INET6, "([^"]*)")/s.exec(
    args,
  );
  if (inet !== null) return `${inet[2] ?? inet[3]}:${inet[1]}`;
  const local = /sa_family=AF_UNIX, sun_path=@?"([^"]*)"/.exec(args);
  return local === null ? null : `unix:${local[1]}`;
}
