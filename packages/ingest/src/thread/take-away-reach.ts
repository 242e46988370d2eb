import { syncBuiltinESMExports } from 'node:module';
import { IngestError } from '../ingest-error.ts';

/** Module functions that a document reader does not need. */
const REACH: Readonly<Record<string, readonly string[]>> = {
  'node:net': ['connect', 'createConnection', 'createServer'],
  'node:tls': ['connect', 'createServer'],
  'node:http': ['request', 'get', 'createServer'],
  'node:https': ['request', 'get', 'createServer'],
  'node:http2': ['connect', 'createServer', 'createSecureServer'],
  'node:dgram': ['createSocket'],
  'node:dns': ['lookup', 'resolve', 'resolve4', 'resolve6', 'resolveAny', 'reverse'],
  'node:dns/promises': ['lookup', 'resolve', 'resolve4', 'resolve6', 'resolveAny', 'reverse'],
  'node:child_process': ['spawn', 'spawnSync', 'exec', 'execSync', 'execFile', 'execFileSync', 'fork'],
};

const GLOBALS = ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'] as const;

/**
 * Files that may still be opened: the parsers' own code, and the word lists that they read from JSON. Any
 * other file would be opened only because of a document.
 */
const CODE = /\.[cm]?[jt]s$|\/node_modules\/|\/language\/src\/labels\/labels\.json$/;
/** The places where Yarn keeps packed packages. */
const PACKED_CODE = /\/cache\/[^/]+-[\da-f]{10}(?:-[\da-f]+)?\.zip$|\/(?:package|\.pnp\.data)\.json$/;

/**
 * Removes from this thread what a document could make a parser use: connections, programs, and files other than code.
 * It is a second line of defence: no Memora reader fetches or opens anything. Other threads keep everything.
 */
export function takeAwayReach(): void {
  for (const [name, functions] of Object.entries(REACH)) {
    const module = builtin(name);
    for (const each of functions) if (typeof module[each] === 'function') module[each] = refuse;
  }
  const { Socket } = builtin('node:net') as { Socket: { prototype: Record<string, unknown> } };
  Socket.prototype['connect'] = refuse;
  for (const name of GLOBALS) Object.defineProperty(globalThis, name, { value: refuse, writable: false });
  const [files, promises] = [builtin('node:fs'), builtin('node:fs/promises')];
  for (const module of [files, promises])
    for (const [name, original] of Object.entries(module))
      if (typeof original === 'function' && OPENS.test(name))
        module[name] = onlyCode(original as AnyFunction);
  syncBuiltinESMExports();
}

type AnyFunction = (...values: unknown[]) => unknown;

const OPENS =
  /^(?:open|read(?:File|dir|link)?|write|append|create(?:Read|Write)|copy|cp|rm|unlink|rename|link|symlink|mk|truncate|chmod|chown|utimes|watch)/;

function onlyCode(original: AnyFunction): AnyFunction {
  return function (this: unknown, ...values: unknown[]) {
    const [first] = values;
    const path = first instanceof URL ? first.pathname : first;
    // A number is the descriptor of an open file.
    if (typeof path === 'number' || (typeof path === 'string' && isCode(path)))
      return original.apply(this, values);
    return refuse();
  };
}

function isCode(path: string): boolean {
  return CODE.test(path) || (process.versions['pnp'] !== undefined && PACKED_CODE.test(path));
}

function refuse(): never {
  throw new IngestError('A document may not open files or connections.', { code: 'DOCUMENT_DAMAGED' });
}

function builtin(name: string): Record<string, unknown> {
  return process.getBuiltinModule(name) as unknown as Record<string, unknown>;
}
