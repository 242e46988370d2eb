import type { ClaimIndex } from '../../model/claim-index.ts';
import { prepareQuery } from '../queries/prepare-query.ts';
import { sqliteStatements } from '../schema/describe-table.ts';
import { CHANGE_TABLES } from '../schema/tables.ts';

/**
 * The questions to models and their answers: the dates of notes, the notes and windows that were judged, the
 * pairs of statements, and the refused records. Statements are identified by the fingerprints of their bytes.
 * Text is kept only of refused records, and only for notes without secrets.
 */
export const changeIndex: ClaimIndex = {
  name: 'changes',
  version: 1,
  create: (db) => {
    db.exec(sqliteStatements(CHANGE_TABLES, 'IF NOT EXISTS '));
  },
  place: (db, notes) => {
    const set = prepareQuery(db, 'setChangeDate');
    for (const { note, date } of notes) set.run(note, date);
  },
  add: () => {},
  remove: () => {},
  clear: (db) => {
    prepareQuery(db, 'emptyDates').run();
  },
};
