import type { ClaimIndex } from '../../model/claim-index.ts';

/**
 * What models were asked and said: the dates of notes, which notes and windows were asked about, the pairs of statements, and the records that
 * were refused. Statements are known by the fingerprints of their bytes; only what was refused of notes without secrets is kept as text.
 */
export const changeIndex: ClaimIndex = {
  name: 'changes',
  version: 1,
  create: (db) => {
    db.exec(`
      CREATE TABLE IF NOT EXISTS change_date (note INTEGER PRIMARY KEY, date TEXT NOT NULL) STRICT;
      CREATE TABLE IF NOT EXISTS change_done (
        note INTEGER NOT NULL, judge TEXT NOT NULL, hash BLOB NOT NULL, PRIMARY KEY (note, judge)) WITHOUT ROWID, STRICT;
      CREATE TABLE IF NOT EXISTS change_asked (
        note INTEGER NOT NULL, judge TEXT NOT NULL, print INTEGER NOT NULL, PRIMARY KEY (note, judge, print)) WITHOUT ROWID, STRICT;
      CREATE TABLE IF NOT EXISTS change_pair (
        newer_note INTEGER NOT NULL, newer BLOB NOT NULL, newer_id TEXT, older_note INTEGER NOT NULL, older BLOB NOT NULL, older_id TEXT,
        relation TEXT NOT NULL, judge TEXT NOT NULL, at INTEGER NOT NULL,
        PRIMARY KEY (newer_note, newer, older_note, older)) WITHOUT ROWID, STRICT;
      CREATE INDEX IF NOT EXISTS change_pair_by_older ON change_pair (older_note, older);
      CREATE TABLE IF NOT EXISTS refused (
        note INTEGER NOT NULL, segment TEXT NOT NULL, extractor TEXT NOT NULL, at INTEGER NOT NULL, reason TEXT NOT NULL,
        record TEXT NOT NULL) STRICT;
      CREATE INDEX IF NOT EXISTS refused_by_note ON refused (note);
    `);
  },
  place: (db, notes) => {
    const set = db.prepare('INSERT OR REPLACE INTO change_date (note, date) VALUES (?, ?)');
    for (const { note, date } of notes) set.run(note, date);
  },
  add: () => {},
  remove: () => {},
  clear: (db) => {
    db.exec('DELETE FROM change_date');
  },
};
