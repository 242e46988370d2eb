import { noteSql, readAsOf } from '@memora/claims/internal';
import { isBareShown, type RetrievalSource, toIndexedPassage } from '@memora/retrieval/internal';
import type { Connection } from '../../connect/connection.ts';
import { fromStoredText } from '../../publish/value-codec.ts';
import { postgresText } from '../../read/postgres-text.ts';
import { WANTED } from '../../stored/wanted-rows.ts';
import { shownPath } from '../../team/scopes.ts';
import type { ScopeKeys } from '../scope-keys.ts';

/** Creates reads of whole passages from all scopes, and of the visible passages without claims. */
export function createTeamPassages(
  db: Connection,
  keys: ScopeKeys,
): Pick<RetrievalSource, 'barePassages' | 'passages'> {
  return {
    barePassages: async (filter, passages) => {
      if (passages.length === 0) return new Set();
      const given = keys.pairs(passages);
      const text = postgresText(...given);
      const rows = await db.rows<[number, number, number, string]>(
        `SELECT w.scope, p.key, p.band, p.context FROM ${WANTED},
           LATERAL (SELECT key, note, band, context FROM memora.lexical_passages AS p WHERE p.scope = w.scope AND p.key = w.key
             AND p.note IS NOT NULL AND p.fingerprint IS NOT NULL LIMIT 1) AS p,
           LATERAL (SELECT 1 FROM memora.note WHERE note.scope = w.scope AND note.key = p.note AND ${noteSql(filter, readAsOf(filter.asOf), text)} LIMIT 1) AS n`,
        text.values,
      );
      return new Set(
        rows.flatMap(([scope, key, band, context]) =>
          isBareShown({ key, band, context: fromStoredText(context) }, filter)
            ? [keys.toKey(scope, key)]
            : [],
        ),
      );
    },
    passages: async (passages) => {
      if (passages.length === 0) return new Map();
      const rows = await db.rows<StoredPassageRow>(
        `SELECT w.scope, p.key, p.kind, p.band, p.span_start, p.span_end, p.at, p.section, p.fingerprint, p.context,
           (SELECT count(*) FROM memora.lexical_passages AS e WHERE e.scope = p.scope AND e.note = p.note AND e.at < p.at
              AND e.fingerprint = p.fingerprint)::int, n.note_id, n.path, n.title FROM ${WANTED},
           LATERAL (SELECT * FROM memora.lexical_passages AS p WHERE p.scope = w.scope AND p.key = w.key AND p.note IS NOT NULL LIMIT 1) AS p,
           LATERAL (SELECT note_id, path, title FROM memora.note AS n WHERE n.scope = p.scope AND n.key = p.note LIMIT 1) AS n`,
        keys.pairs(passages),
      );
      return new Map(rows.flatMap((row) => toTeamPassage(row, keys)));
    },
  };
}

type StoredPassageRow = readonly [
  ...[scope: number, key: number, kind: number, band: number, start: number, end: number],
  ...[at: number, section: number, fingerprint: Uint8Array | null, context: string, occurrence: number],
  ...[noteId: string, path: string, title: string],
];

function toTeamPassage(row: StoredPassageRow, keys: ScopeKeys): ReturnType<typeof toIndexedPassage> {
  const [scope, own, kind, band, start, end, at, section, fingerprint, context, occurrence, ...note] = row;
  const [noteId, path, title] = note.map(fromStoredText) as [string, string, string];
  const key = keys.toKey(scope, own);
  const { kind: of } = keys.fromKey(key).scope;
  return toIndexedPassage({
    ...{ key, kind, band, at, section, fingerprint, occurrence, title },
    span_start: start,
    span_end: end,
    context: fromStoredText(context),
    note_id: noteId,
    path: of === 'workspace' ? path : shownPath(of, path),
  });
}
