import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { loadBlake3 } from '@memora/claims/internal';
import { hasFingerprint } from '@memora/core';
import Sqlite from 'better-sqlite3';
import { placeOfFact, type RecallFact } from './recall-facts.ts';

/** The work of a recall without the search: five notes are opened, read, hashed and counted in one commit. */
export interface BareProof extends Disposable {
  /** The processor time in milliseconds of proving the `i`th fact and four others. */
  readonly prove: (fact: number) => number;
}

const SHOWN = 5;
/** The distance between facts that are shown together. */
const STEP = 331;
/** Not the digits of a real hash, because comparing takes no time. */
const OTHER = '0'.repeat(64);

export async function openBareProof(vault: string, facts: readonly RecallFact[]): Promise<BareProof> {
  const hash = await loadBlake3();
  const db = new Sqlite(`${vault}-use.db`);
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = NORMAL');
  db.exec(
    'CREATE TABLE IF NOT EXISTS used (id TEXT PRIMARY KEY, count INTEGER NOT NULL, last TEXT NOT NULL) WITHOUT ROWID',
  );
  const count = db.prepare(
    'INSERT INTO used (id, count, last) SELECT value, 1, ? FROM json_each(?) WHERE true ON CONFLICT (id) DO UPDATE SET count = count + 1, last = excluded.last',
  );
  return {
    prove: (fact) => {
      const begun = process.cpuUsage();
      const shown = Array.from(
        { length: SHOWN },
        (_, i) => facts[(fact + i * STEP) % facts.length] as RecallFact,
      );
      for (const each of shown) hasFingerprint(readFile(join(vault, placeOfFact(each))), OTHER, hash);
      count.run(new Date().toISOString(), JSON.stringify(shown.map(({ id }) => id)));
      const { user, system } = process.cpuUsage(begun);
      return (user + system) / 1000;
    },
    [Symbol.dispose]: () => void db.close(),
  };
}

function readFile(path: string): Uint8Array {
  const file = openSync(path, 'r');
  try {
    const bytes = new Uint8Array(fstatSync(file).size);
    readSync(file, bytes, 0, bytes.length, 0);
    return bytes;
  } finally {
    closeSync(file);
  }
}
