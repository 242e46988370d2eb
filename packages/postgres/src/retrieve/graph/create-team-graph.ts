import type { ClaimRow, ClaimStep, GraphReader } from '@memora/claims';
import { MemoraError } from '@memora/core';
import { MOST_BEARERS, MOST_OF_A_NOTE } from '@memora/retrieval/internal';
import type { Connection } from '../../connect/connection.ts';
import { toPostgresError } from '../../connect/to-postgres-error.ts';
import { fromStoredText, toStoredText } from '../../publish/value-codec.ts';
import { createKeyedCache, type KeyedCache } from '../create-keyed-cache.ts';
import { type KeptRows, keeping, keptRows, withoutNone } from '../kept-rows.ts';
import type { ScopeKeys } from '../scope-keys.ts';
import { acrossScopes } from './links-across-scopes.ts';

const WANTED = 'unnest($1::int[], $2::bigint[]) AS w (scope, key)';
const NAMES = 'unnest($1::int[]) AS s (scope), unnest($2::text[]) AS n (name)';
/** A text is found by its digest: a condition with a function in it could use no index under row-level security. */
const TERM = 't.scope = s.scope AND t.digest = md5(n.name) AND t.text = n.name';

export interface TeamGraphOptions {
  readonly db: Connection;
  readonly keys: ScopeKeys;
  readonly rows: KeyedCache<ClaimRow>;
  /** Asks the filter of the question about the claims that were kept under these names. */
  readonly filterKept: (...names: readonly KeptRows[]) => Promise<unknown>;
  /** Told that a step took too long: nothing is reached by it, and the question goes on. */
  readonly isOut: (error: MemoraError) => void;
  /** Whether links are followed from one scope into another, where several hold anything. */
  readonly isJoined: boolean;
}

const CLAIMS_OF_NOTES = (wanted: string, limit: number) =>
  `SELECT w.scope, w.key AS note, c.key FROM ${wanted}, LATERAL (SELECT key FROM memora.claim AS c
     WHERE c.scope = w.scope AND c.note = w.key AND c.recorded_until IS NULL ORDER BY c.key LIMIT ${limit}) AS c`;

/**
 * How claims hang together within each visible scope, and by links and names from one into another. One statement a step, over all keys. What
 * a step asks for at once goes out at once, and with it whatever is asked for next of what it finds: a step takes one round trip.
 */
export function createTeamGraph({
  db,
  keys,
  rows: graphRows,
  filterKept,
  isOut,
  isJoined,
}: TeamGraphOptions): GraphReader {
  let due: { readonly names: Set<KeptRows>; readonly sent: Promise<unknown> } | null = null;
  const claimsOf = createKeyedCache<readonly number[]>(async (notes) =>
    toClaimsOf(
      await db.rows(`${CLAIMS_OF_NOTES(WANTED, MOST_OF_A_NOTE)} ORDER BY 1, 2, 3`, keys.pairs(notes)),
    ),
  );
  const toClaimsOf = (rows: readonly (readonly [number, number, number])[]) =>
    new Map(
      [...Map.groupBy(rows, ([scope, note]) => keys.toKey(scope, note))].map(([note, of]) => [
        note,
        of.map(([scope, , key]) => keys.toKey(scope, key)),
      ]),
    );
  /** What the step asks for behind everything that it asks for now. */
  const sendRest = async (names: ReadonlySet<KeptRows>) => {
    const notes = [...names].filter((name) => name === 'linked' || name === 'named');
    const claims = [...names].filter((name) => name !== 'linked' && name !== 'named');
    const [found] = await Promise.all([
      notes.length === 0
        ? []
        : db.rows<[number, number, number]>(
            `${keeping(CLAIMS_OF_NOTES(keptRows(...notes), MOST_OF_A_NOTE), 'r.*', { ofnotes: 'all_rows' })} ORDER BY 1, 2, 3`,
          ),
      filterKept(...claims, ...(notes.length === 0 ? [] : (['ofnotes'] as const))),
    ]);
    const byNote = toClaimsOf(withoutNone(found));
    claimsOf.keep(byNote.keys(), byNote);
  };
  /** Sends a statement of a step, which keeps what it finds, and waits for what is asked behind it too. */
  const inStep = async <Row extends readonly unknown[]>(
    name: KeptRows,
    query: string,
    relation: string,
    order: string,
    values: readonly unknown[],
  ): Promise<Row[]> => {
    if (due === null) {
      const names = new Set<KeptRows>();
      // What goes wrong in a step is undone with it, and the transaction goes on.
      const begun = db.run('SAVEPOINT step');
      const sent = new Promise<void>((resolve, reject) =>
        setImmediate(() => {
          due = null;
          const rest = sendRest(names);
          const ended = db.run('ROLLBACK TO SAVEPOINT step');
          Promise.all([begun, rest, ended]).then(() => resolve(), reject);
        }),
      );
      sent.catch(() => undefined);
      due = { names, sent };
    }
    const { names, sent } = due;
    names.add(name);
    const reading = db.rows<Row>(`${keeping(query, 'r.*', { [name]: relation })} ORDER BY ${order}`, values);
    const [read, rest] = await Promise.allSettled([reading, sent]);
    const failed = [read, rest].find((each) => each.status === 'rejected');
    if (failed !== undefined) tell(failed.reason);
    return read.status === 'fulfilled' ? withoutNone(read.value) : [];
  };
  /** Of all that goes wrong, a step that takes too long is left out; anything else is the question's. */
  const tell = (error: unknown) => {
    const { code } = error as { readonly code?: string };
    // What follows a statement that failed is refused, with this code.
    if (code === '25P02') return;
    const ours = toPostgresError(error);
    if (!MemoraError.isInstance(ours) || ours.code !== 'TEAM_TIMEOUT') throw error;
    isOut(ours);
  };
  const toSteps = (rows: readonly (readonly number[])[]): ClaimStep[] =>
    rows.map(([fromScope = 0, from = 0, scope = 0, to = 0]) => ({
      from: keys.toKey(fromScope, from),
      to: keys.toKey(scope, to),
    }));
  const joined = keys.scopes.filter(({ epoch }) => epoch > 0).map(({ id }) => id);
  /** A step within the scopes, and from one into another where there are several. */
  const withAcross = (
    query: string,
    kind: keyof typeof acrossScopes,
    wanted: readonly number[],
    limit?: number,
  ) => {
    const values: unknown[] = [...keys.pairs(wanted), ...(limit === undefined ? [] : [limit])];
    const isAcross = isJoined && joined.length > 1;
    if (isAcross) values.push(joined);
    const across = isAcross ? `\nUNION ${acrossScopes[kind](WANTED, `$${values.length}`)}` : '';
    const bound = limit === undefined ? '' : ' ORDER BY 1, 2, 3, 4 LIMIT $3';
    return { query: `${query}${across}${bound}`, values };
  };
  return {
    edgesOf: async (wanted, limit) => {
      if (wanted.length === 0) return [];
      const { query, values } = withAcross(
        `SELECT w.scope AS of_scope, w.key AS of_key, w.scope, e.target AS key, least(1, e.weight) AS weight FROM ${WANTED}, LATERAL (SELECT target, weight FROM memora.edge AS e
           WHERE e.scope = w.scope AND e.source = w.key AND e.recorded_until IS NULL OFFSET 0) AS e
         UNION SELECT w.scope, w.key, w.scope, e.source, least(1, e.weight) FROM ${WANTED}, LATERAL (SELECT source, weight FROM memora.edge AS e
           WHERE e.scope = w.scope AND e.target = w.key AND e.recorded_until IS NULL OFFSET 0) AS e`,
        'edgesOf',
        wanted,
        limit,
      );
      const rows = await inStep<[number, number, number, number, number]>(
        'edges',
        query,
        'all_rows',
        '1, 2, 3, 4, 5',
        values,
      );
      return rows.map(([fromScope, from, scope, to, weight]) => ({
        from: keys.toKey(fromScope, from),
        to: keys.toKey(scope, to),
        weight,
      }));
    },
    notesLinkedBy: async (wanted) => {
      if (wanted.length === 0) return [];
      const { query, values } = withAcross(
        `SELECT DISTINCT w.scope AS of_scope, w.key AS of_key, w.scope, e.named AS key FROM ${WANTED}, LATERAL (SELECT named FROM memora.stated_edge AS e
           WHERE e.scope = w.scope AND e.claim = w.key OFFSET 0) AS e`,
        'notesLinkedBy',
        wanted,
      );
      const rows = await inStep<[number, number, number, number]>(
        'linked',
        query,
        'all_rows',
        '1, 2, 3, 4',
        values,
      );
      return toSteps(rows).map(({ from, to }) => ({ from, note: to }));
    },
    linksToNotesOf: async (wanted, limit) => {
      if (wanted.length === 0) return [];
      const { query, values } = withAcross(
        `SELECT DISTINCT w.scope AS of_scope, w.key AS of_key, w.scope, e.claim AS key FROM ${WANTED},
           LATERAL (SELECT note FROM memora.claim AS c WHERE c.scope = w.scope AND c.key = w.key LIMIT 1) AS c,
           LATERAL (SELECT claim FROM memora.stated_edge AS e WHERE e.scope = w.scope AND e.named = c.note OFFSET 0) AS e`,
        'linksToNotesOf',
        wanted,
        limit,
      );
      const rows = await inStep<[number, number, number, number]>(
        'links',
        query,
        'all_rows',
        '1, 2, 3, 4',
        values,
      );
      return toSteps(rows);
    },
    claimsOfNotes: async (notes, limit) => {
      const found = await claimsOf.read(notes);
      return new Map(notes.map((note) => [note, (found.get(note) ?? []).slice(0, limit)]));
    },
    notesNamed: async (names) => {
      if (names.length === 0) return [];
      const rows = await inStep<[number, string, number]>(
        'named',
        `SELECT s.scope, t.text, a.note AS key FROM ${NAMES},
           LATERAL (SELECT key, text FROM memora.term AS t WHERE ${TERM} OFFSET 0) AS t,
           LATERAL (SELECT note FROM memora.alias AS a WHERE a.scope = s.scope AND a.name = t.key OFFSET 0) AS a,
           LATERAL (SELECT 1 FROM memora.note AS o WHERE o.scope = s.scope AND o.key = a.note AND o.gone_at IS NULL LIMIT 1) AS o`,
        // A name that many notes bear is followed to none of them.
        `(SELECT scope, key FROM (SELECT scope, key, count(*) OVER (PARTITION BY text) AS bearers FROM all_rows) AS n WHERE bearers <= ${MOST_BEARERS})`,
        '2, 1, 3',
        [keys.ids, names.map(toStoredText)],
      );
      return rows.map(([scope, name, note]) => ({
        name: fromStoredText(name),
        note: keys.toKey(scope, note),
      }));
    },
    claimsAbout: async (subjects, limit) => {
      if (subjects.length === 0) return [];
      const rows = await inStep<[number, string, number]>(
        'about',
        `SELECT s.scope, t.text, c.key FROM ${NAMES},
           LATERAL (SELECT key, text FROM memora.term AS t WHERE ${TERM} OFFSET 0) AS t,
           LATERAL (SELECT key FROM memora.topic AS o WHERE o.scope = s.scope AND o.subject = t.key OFFSET 0) AS o,
           LATERAL (SELECT key FROM memora.claim AS c WHERE c.scope = s.scope AND c.topic = o.key AND c.recorded_until IS NULL OFFSET 0) AS c
         ORDER BY 2, 1, 3 LIMIT $3`,
        'all_rows',
        '2, 1, 3',
        [keys.ids, subjects.map(toStoredText), limit],
      );
      return rows.map(([scope, name, key]) => ({ name: fromStoredText(name), key: keys.toKey(scope, key) }));
    },
    rowsByKey: async (wanted) => {
      const found = await graphRows.read(wanted);
      return [...found.values()].sort((a, b) => a.key - b.key);
    },
    rowsById: (ids) =>
      rowsOf(
        db,
        keys,
        `SELECT s.scope, c.key, c.id, c.note, c.object FROM unnest($1::int[]) AS s (scope), unnest($2::text[]) AS w (id),
           LATERAL (SELECT key, id, note, object FROM memora.claim AS c WHERE c.scope = s.scope AND c.id = w.id
             AND c.recorded_until IS NULL OFFSET 0) AS c ORDER BY 1, 2`,
        [keys.ids, ids],
      ),
  };
}

/** The claims of these keys. */
export async function readGraphRows(
  db: Connection,
  keys: ScopeKeys,
  wanted: readonly number[],
): Promise<Map<number, ClaimRow>> {
  const rows = await rowsOf(
    db,
    keys,
    `SELECT w.scope, c.key, c.id, c.note, c.object FROM ${WANTED}, LATERAL (SELECT key, id, note, object FROM memora.claim AS c
       WHERE c.scope = w.scope AND c.key = w.key LIMIT 1) AS c`,
    keys.pairs(wanted),
  );
  return new Map(rows.map((row) => [row.key, row]));
}

async function rowsOf(
  db: Connection,
  keys: ScopeKeys,
  sql: string,
  values: readonly unknown[],
): Promise<ClaimRow[]> {
  const rows: [number, number, ClaimRow['id'], number, string | null][] = await db.rows(sql, values);
  return rows.map(([scope, key, id, note, object]) => ({
    key: keys.toKey(scope, key),
    id,
    note: keys.toKey(scope, note),
    object: object === null ? null : fromStoredText(object),
  }));
}
