import type { ClaimId } from '@memora/core';
import type { ClaimRow, ClaimStep, GraphReader } from '../../model/graph-reader.ts';
import type * as Sqlite from '../../model/sqlite-database.ts';
import { prepareOnce } from '../open/prepare-once.ts';

const EDGES = `SELECT edge.source AS "from", edge.target AS "to", min(1, edge.weight) AS weight
    FROM json_each(?) AS wanted JOIN edge ON edge.source = wanted.value WHERE edge.recorded_until IS NULL
  UNION SELECT edge.target, edge.source, min(1, edge.weight)
    FROM json_each(?) AS wanted JOIN edge ON edge.target = wanted.value WHERE edge.recorded_until IS NULL
  LIMIT ?`;
const LINKED_NOTES = `SELECT DISTINCT stated_edge.claim AS "from", stated_edge.named AS note
  FROM json_each(?) AS wanted JOIN stated_edge ON stated_edge.claim = wanted.value`;
const LINKS_TO_NOTES = `SELECT DISTINCT claim.key AS "from", stated_edge.claim AS "to"
  FROM json_each(?) AS wanted JOIN claim ON claim.key = wanted.value
  JOIN stated_edge ON stated_edge.named = claim.note LIMIT ?`;
const CLAIMS_OF_NOTE = 'SELECT key FROM claim WHERE note = ? AND recorded_until IS NULL ORDER BY key LIMIT ?';
const NOTES_NAMED = `SELECT term.text AS name, alias.note FROM json_each(?) AS wanted JOIN term ON term.text = wanted.value
  JOIN alias ON alias.name = term.key JOIN note ON note.key = alias.note AND note.gone_at IS NULL`;
const CLAIMS_ABOUT = `SELECT term.text AS name, claim.key FROM json_each(?) AS wanted JOIN term ON term.text = wanted.value
  JOIN topic ON topic.subject = term.key JOIN claim ON claim.topic = topic.key
  WHERE claim.recorded_until IS NULL LIMIT ?`;
const ROWS_BY_KEY = `SELECT key, id, note, object FROM claim WHERE key IN (SELECT value FROM json_each(?))`;
const ROWS_BY_ID = `SELECT key, id, note, object FROM claim
  WHERE id IN (SELECT value FROM json_each(?)) AND recorded_until IS NULL`;

/** The {@link GraphReader} of a SQLite store. Statements are prepared on first use. */
export function createGraphReader(db: Sqlite.Database): GraphReader {
  const all = async <Row>(sql: string, ...parameters: (string | number)[]): Promise<Row[]> =>
    prepareOnce<(string | number)[], Row>(db, sql).all(...parameters);
  return {
    edgesOf: (keys, limit) => all(EDGES, JSON.stringify(keys), JSON.stringify(keys), limit),
    notesLinkedBy: (keys) => all(LINKED_NOTES, JSON.stringify(keys)),
    linksToNotesOf: (keys, limit) => all<ClaimStep>(LINKS_TO_NOTES, JSON.stringify(keys), limit),
    claimsOfNotes: async (notes, limit) => {
      const read = prepareOnce<[number, number], number>(db, CLAIMS_OF_NOTE).pluck();
      return new Map(notes.map((note) => [note, read.all(note, limit)]));
    },
    notesNamed: (names) => all(NOTES_NAMED, JSON.stringify(names)),
    claimsAbout: (subjects, limit) => all(CLAIMS_ABOUT, JSON.stringify(subjects), limit),
    rowsByKey: (keys) => all<ClaimRow>(ROWS_BY_KEY, JSON.stringify(keys)),
    rowsById: (ids: readonly ClaimId[]) => all<ClaimRow>(ROWS_BY_ID, JSON.stringify(ids)),
  };
}
