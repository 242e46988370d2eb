import { isMemoryPath } from '@memora/vault/internal';
import BetterSqlite3 from 'better-sqlite3';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { readAsOf } from '../as-of/read-as-of.ts';
import { noteSql } from './filter-sql.ts';
import { sqliteText } from './sql-text.ts';

const MEMORIES = [
  'semantic/memory/boats/berth-0123456789ab.md',
  'brain/episodic/memory/boats/-0123456789ab.md',
  'procedural/memory/a b/Ähre-berth-0123456789ab.md',
  'external/mem0/memory/boats/berth-0123456789ab.md',
];
const NOTES = [
  'semantic/memory/boats/2026/berth-winterplan26.md',
  'Semantic/Memory/boats/berth-winterplan26.md',
  'semantic/memory/boats/berth-Winterplan26.md',
  'biosemantic/memory/boats/berth-winterplan26.md',
  'semantic/memory/boats/berth-hand-written.md',
  'semantic/memory/boats/berth-Hand_Written.md',
  'semantic/memory/boats/berth-winterplan26.MD',
  'semantic/memory/berth-winterplan26.md',
  'external/memory/boats/berth-winterplan26.md',
  'external/mem0/old/memory/boats/berth-winterplan26.md',
  'external/semantic/memory/x/boats/berth-winterplan26.md',
  'a.md',
];

/** The paths that pass a filter without memories. */
function personal(paths: readonly string[]): unknown[] {
  const db = new BetterSqlite3(':memory:');
  onTestFinished(() => void db.close());
  db.exec('CREATE TABLE note (path TEXT NOT NULL, type TEXT, gone_at INTEGER)');
  const add = db.prepare('INSERT INTO note (path) VALUES (?)');
  for (const path of paths) add.run(path);
  const where = noteSql({ memories: false }, readAsOf(undefined), sqliteText());
  return db.prepare(`SELECT path FROM note WHERE ${where} ORDER BY rowid`).pluck().all();
}

it('leaves out the memories of agents, and no note of a person in a folder that looks like theirs', () => {
  expect(personal([...MEMORIES, ...NOTES])).toEqual(NOTES);
});

it('leaves out what `isMemoryPath` says is a memory, whatever the path', () => {
  const part = fc.constantFrom('semantic/memory', 'external', 'memory', 'Memory', 'boats', 'é', '_', '%');
  const end = fc.constantFrom(
    '-0123456789ab.md',
    '-0123456789aB.md',
    '0123456789ab.md',
    '-012345678-ab.md',
    '.md',
  );
  const path = fc.tuple(fc.array(part, { maxLength: 6 }), fc.constantFrom('', 'berth', '-', '😀'), end);
  fc.assert(
    fc.property(
      fc.array(path.map(([folders, name, last]) => [...folders, name + last].join('/'))),
      (paths) => {
        expect(personal(paths)).toEqual(paths.filter((each) => !isMemoryPath(each)));
      },
    ),
  );
});
