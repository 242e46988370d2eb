import type { ClaimDocument, ClaimIndex } from '../../model/claim-index.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareQuery } from '../queries/prepare-query.ts';
import { type RelatingRow, readDocuments, toSlotRow } from './read-relating.ts';

/** Stores, for each claim, its slot, the notes that it names, and whether the next pass must relate it. */
export const relationIndex: ClaimIndex = {
  name: 'relations',
  version: 3,
  // The thread that reads notes already contains it.
  reader: { file: null },
  create: () => {},
  add: (db, documents) => {
    const insert = prepareQuery(db, 'putSlot');
    const refer = prepareQuery(db, 'addReference');
    const mark = prepareQuery(db, 'relateAgain');
    for (const document of documents) {
      const { slot, references } = readingOf(document);
      if (slot !== null) insert.run({ ...slot, claim: document.key });
      for (const [name, type, outgoing] of references) refer.run(document.key, name, type, outgoing);
      mark.run(document.key);
    }
  },
  remove: (db, keys) => {
    const list = JSON.stringify(keys);
    prepareQuery(db, 'removeSlots').run(list);
    prepareQuery(db, 'removeReferences').run(list);
    prepareQuery(db, 'relateAllAgain').run(list);
  },
  clear: (db: Sqlite.Database) => {
    for (const name of ['emptySlots', 'emptySlotKeys', 'emptyReferences', 'relateEverything'] as const)
      prepareQuery(db, name).run();
  },
};

function readingOf(document: ClaimDocument): RelatingRow {
  const { reading, band, hashToken } = document;
  if (band === 'secret')
    return { slot: hashToken === undefined ? null : toSlotRow(document, { hashToken }), references: [] };
  const readings = reading?.note.byIndex[relationIndex.name] as readonly RelatingRow[] | undefined;
  return readings?.[reading?.at ?? 0] ?? (readDocuments([document])[0] as RelatingRow);
}
