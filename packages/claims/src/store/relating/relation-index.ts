import type { ClaimDocument, ClaimIndex } from '../../model/claim-index.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { type RelatingRow, readDocuments, type SlotRow, toSlotRow } from './read-relating.ts';

/** Keeps, for each claim, the place of its value, the notes that it names, and whether the next pass has to relate it. */
export const relationIndex: ClaimIndex = {
  name: 'relations',
  version: 3,
  // The thread that reads notes has it itself.
  reader: { file: null },
  create: () => {},
  add: (db, documents) => {
    const insert = db.prepare<[SlotRow & { claim: number }]>(
      `INSERT OR REPLACE INTO slot (claim, name, resolved, place, thing, predicate, value, kind, single)
       VALUES (:claim, :name, :resolved, :place, :thing, :predicate, :value, :kind, :single)`,
    );
    const refer = db.prepare(
      'INSERT OR IGNORE INTO reference (claim, name, type, outgoing) VALUES (?, ?, ?, ?)',
    );
    const mark = db.prepare('INSERT OR IGNORE INTO unrelated (claim) VALUES (?)');
    for (const document of documents) {
      const { slot, references } = readingOf(document);
      if (slot !== null) insert.run({ ...slot, claim: document.key });
      for (const [name, type, outgoing] of references) refer.run(document.key, name, type, outgoing);
      mark.run(document.key);
    }
  },
  remove: (db, keys) => {
    const list = JSON.stringify(keys);
    db.prepare('DELETE FROM slot WHERE claim IN (SELECT value FROM json_each(?))').run(list);
    db.prepare('DELETE FROM reference WHERE claim IN (SELECT value FROM json_each(?))').run(list);
    db.prepare('INSERT OR IGNORE INTO unrelated (claim) SELECT value FROM json_each(?)').run(list);
  },
  clear: (db: Sqlite.Database) => {
    db.exec(
      'DELETE FROM slot; DELETE FROM slot_key; DELETE FROM reference; INSERT OR IGNORE INTO unrelated (claim) SELECT key FROM claim',
    );
  },
};

function readingOf(document: ClaimDocument): RelatingRow {
  const { reading, band, hashToken } = document;
  if (band === 'secret')
    return { slot: hashToken === undefined ? null : toSlotRow(document, { hashToken }), references: [] };
  const readings = reading?.note.byIndex[relationIndex.name] as readonly RelatingRow[] | undefined;
  return readings?.[reading?.at ?? 0] ?? (readDocuments([document])[0] as RelatingRow);
}
