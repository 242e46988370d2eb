import type { ClaimRow, ClaimStep, GraphReader } from '@memora/claims';
import type { Connection } from '../connect/connection.ts';
import { fromStoredText, toStoredText } from '../publish/value-codec.ts';
import type { ScopeKeys } from './scope-keys.ts';

const WANTED = 'unnest($1::int[], $2::bigint[]) AS w (scope, key)';
const NAMES = 'unnest($1::int[]) AS s (scope), unnest($2::text[]) AS n (name)';
/** A text is found by its digest: a condition with a function in it could use no index under row-level security. */
const TERM = 't.scope = s.scope AND t.digest = md5(n.name) AND t.text = n.name';

/** How claims hang together within each visible scope: nothing leads from one scope into another. One statement a step, over all keys. */
export function createTeamGraph(db: Connection, keys: ScopeKeys): GraphReader {
  const steps = async (sql: string, wanted: readonly number[], ...more: unknown[]): Promise<ClaimStep[]> => {
    const rows: [number, number, number][] = await db.rows(sql, [...keys.pairs(wanted), ...more]);
    return rows.map(([scope, from, to]) => ({ from: keys.toKey(scope, from), to: keys.toKey(scope, to) }));
  };
  const rowsOf = async (sql: string, values: readonly unknown[]): Promise<ClaimRow[]> => {
    const rows: [number, number, ClaimRow['id'], number, string | null][] = await db.rows(sql, values);
    return rows.map(([scope, key, id, note, object]) => ({
      key: keys.toKey(scope, key),
      id,
      note: keys.toKey(scope, note),
      object: object === null ? null : fromStoredText(object),
    }));
  };
  return {
    edgesOf: async (wanted, limit) => {
      const rows: [number, number, number, number][] = await db.rows(
        `SELECT w.scope, e.source, e.target, least(1, e.weight) FROM ${WANTED}, LATERAL (SELECT source, target, weight FROM memora.edge AS e
           WHERE e.scope = w.scope AND e.source = w.key AND e.recorded_until IS NULL OFFSET 0) AS e
         UNION SELECT w.scope, e.target, e.source, least(1, e.weight) FROM ${WANTED}, LATERAL (SELECT source, target, weight FROM memora.edge AS e
           WHERE e.scope = w.scope AND e.target = w.key AND e.recorded_until IS NULL OFFSET 0) AS e
         ORDER BY 1, 2, 3, 4 LIMIT $3`,
        [...keys.pairs(wanted), limit],
      );
      return rows.map(([scope, from, to, weight]) => ({
        from: keys.toKey(scope, from),
        to: keys.toKey(scope, to),
        weight,
      }));
    },
    notesLinkedBy: async (wanted) => {
      const found = await steps(
        `SELECT DISTINCT w.scope, w.key, e.named FROM ${WANTED}, LATERAL (SELECT named FROM memora.stated_edge AS e
           WHERE e.scope = w.scope AND e.claim = w.key OFFSET 0) AS e ORDER BY 1, 2, 3`,
        wanted,
      );
      return found.map(({ from, to }) => ({ from, note: to }));
    },
    linksToNotesOf: (wanted, limit) =>
      steps(
        `SELECT DISTINCT w.scope, w.key, e.claim FROM ${WANTED},
           LATERAL (SELECT note FROM memora.claim AS c WHERE c.scope = w.scope AND c.key = w.key LIMIT 1) AS c,
           LATERAL (SELECT claim FROM memora.stated_edge AS e WHERE e.scope = w.scope AND e.named = c.note OFFSET 0) AS e
         ORDER BY 1, 2, 3 LIMIT $3`,
        wanted,
        limit,
      ),
    claimsOfNotes: async (notes, limit) => {
      const found = await steps(
        `SELECT w.scope, w.key, c.key FROM ${WANTED}, LATERAL (SELECT key FROM memora.claim AS c
           WHERE c.scope = w.scope AND c.note = w.key AND c.recorded_until IS NULL ORDER BY c.key LIMIT $3) AS c ORDER BY 1, 2, 3`,
        notes,
        limit,
      );
      const byNote = Map.groupBy(found, ({ from }) => from);
      return new Map(notes.map((note) => [note, (byNote.get(note) ?? []).map(({ to }) => to)]));
    },
    notesNamed: async (names) => {
      if (names.length === 0) return [];
      const rows: [string, number, number][] = await db.rows(
        `SELECT t.text, s.scope, a.note FROM ${NAMES},
           LATERAL (SELECT key, text FROM memora.term AS t WHERE ${TERM} OFFSET 0) AS t,
           LATERAL (SELECT note FROM memora.alias AS a WHERE a.scope = s.scope AND a.name = t.key OFFSET 0) AS a,
           LATERAL (SELECT 1 FROM memora.note AS o WHERE o.scope = s.scope AND o.key = a.note AND o.gone_at IS NULL LIMIT 1) AS o
         ORDER BY 1, 2, 3`,
        [keys.ids, names.map(toStoredText)],
      );
      return rows.map(([name, scope, note]) => ({
        name: fromStoredText(name),
        note: keys.toKey(scope, note),
      }));
    },
    claimsAbout: async (subjects, limit) => {
      if (subjects.length === 0) return [];
      const rows: [string, number, number][] = await db.rows(
        `SELECT t.text, s.scope, c.key FROM ${NAMES},
           LATERAL (SELECT key, text FROM memora.term AS t WHERE ${TERM} OFFSET 0) AS t,
           LATERAL (SELECT key FROM memora.topic AS o WHERE o.scope = s.scope AND o.subject = t.key OFFSET 0) AS o,
           LATERAL (SELECT key FROM memora.claim AS c WHERE c.scope = s.scope AND c.topic = o.key AND c.recorded_until IS NULL OFFSET 0) AS c
         ORDER BY 1, 2, 3 LIMIT $3`,
        [keys.ids, subjects.map(toStoredText), limit],
      );
      return rows.map(([name, scope, key]) => ({ name: fromStoredText(name), key: keys.toKey(scope, key) }));
    },
    rowsByKey: (wanted) =>
      rowsOf(
        `SELECT w.scope, c.key, c.id, c.note, c.object FROM ${WANTED}, LATERAL (SELECT key, id, note, object FROM memora.claim AS c
           WHERE c.scope = w.scope AND c.key = w.key LIMIT 1) AS c ORDER BY 1, 2`,
        keys.pairs(wanted),
      ),
    rowsById: (ids) =>
      rowsOf(
        `SELECT s.scope, c.key, c.id, c.note, c.object FROM unnest($1::int[]) AS s (scope), unnest($2::text[]) AS w (id),
           LATERAL (SELECT key, id, note, object FROM memora.claim AS c WHERE c.scope = s.scope AND c.id = w.id
             AND c.recorded_until IS NULL OFFSET 0) AS c ORDER BY 1, 2`,
        [keys.ids, ids],
      ),
  };
}
