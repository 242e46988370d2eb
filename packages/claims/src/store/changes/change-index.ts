import type { ClaimIndex } from '../../model/claim-index.ts';
import { prepareQuery } from '../queries/prepare-query.ts';
import { sqliteStatements } from '../schema/describe-table.ts';
import { CHANGE_TABLES } from '../schema/tables.ts';

/**
 * What models were asked and said: the dates of notes, which notes and windows were asked about, the pairs of statements, and the records that
 * were refused. Statements are known by the fingerprints of their bytes; only what was refused of notes without secrets is kept as text.
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
    db.exec('DELETE FROM change_date');
  },
};
