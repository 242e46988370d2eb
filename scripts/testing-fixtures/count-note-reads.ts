import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { relative, sep } from 'node:path';

/** Records the files that this process opens under a folder, until it is disposed of. */
export interface NoteReads extends Disposable {
  /** How often each note was opened since the last call, by path. */
  readonly take: () => Readonly<Record<string, number>>;
}

/** Records every opening of a note of the vault at `root`, whichever function of `node:fs` opens it. */
export function countNoteReads(root: string): NoteReads {
  let counts = new Map<string, number>();
  const record = (path: unknown) => {
    const inside = typeof path === 'string' ? relative(root, path) : '..';
    if (inside.startsWith('..') || !inside.endsWith('.md')) return;
    const name = inside.split(sep).join('/');
    counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  const undo: (() => void)[] = [];
  const watch = (owner: object, name: string) => {
    const functions = owner as Record<string, (...args: unknown[]) => unknown>;
    const own = functions[name] as (...args: unknown[]) => unknown;
    functions[name] = function (this: unknown, ...args: unknown[]) {
      record(args[0]);
      return own.apply(this, args);
    };
    undo.push(() => {
      functions[name] = own;
    });
  };
  for (const name of ['open', 'openSync', 'readFile', 'readFileSync', 'createReadStream']) watch(fs, name);
  for (const name of ['open', 'readFile']) watch(fs.promises, name);
  syncBuiltinESMExports();
  return {
    take: () => {
      const taken = Object.fromEntries([...counts].sort());
      counts = new Map();
      return taken;
    },
    [Symbol.dispose]: () => {
      for (const each of undo) each();
      syncBuiltinESMExports();
    },
  };
}
