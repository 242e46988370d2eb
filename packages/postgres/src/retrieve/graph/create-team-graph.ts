import type { ClaimRow, ClaimStep, GraphReader } from '@memora/claims';
import { MemoraError } from '@memora/core';
import type { Connection } from '../../connect/connection.ts';
import { toPostgresError } from '../../connect/to-postgres-error.ts';
import { fromStoredText, toStoredText } from '../../publish/value-codec.ts';
import type { AskingConnection } from '../../stored/create-asking.ts';
import { ABOUT, EDGES, LINKED, LINKS, NAMED, OF_NOTES } from '../../stored/graph-statements.ts';
import type { StoredStatement } from '../../stored/stored-statement.ts';
import { WANTED } from '../../stored/wanted-rows.ts';
import { createKeyedCache, type KeyedCache } from '../create-keyed-cache.ts';
import { type KeptRows, withoutNone } from '../kept-rows.ts';
import { type LastingRows, lastingAnswers } from '../lasting-rows.ts';
import { kept, type ScopeKeys } from '../scope-keys.ts';

interface TeamGraphOptions {
  readonly db: AskingConnection;
  readonly keys: ScopeKeys;
  readonly rows: KeyedCache<ClaimRow>;
  readonly lasting: LastingRows;
  /** Filters the claims that were kept under these names. */
  readonly filterKept: (...names: readonly KeptRows[]) => Promise<unknown>;
  /** Called if a step took too long: it reaches nothing, and the question continues. */
  readonly isOut: (error: MemoraError) => void;
}

/**
 * Creates the graph over relations within each visible scope, and over links and names between scopes. Each step is one statement over all keys. The
 * requests of a step are sent together with the follow-ups that depend on them: a step takes one round trip.
 */
export function createTeamGraph({
  db,
  keys,
  rows: graphRows,
  lasting,
  filterKept,
  isOut,
}: TeamGraphOptions): GraphReader {
  let due: {
    readonly names: Set<KeptRows>;
    readonly asks: (() => void)[];
    readonly sent: Promise<unknown>;
  } | null = null;
  const claimsOf = createKeyedCache<readonly number[]>(
    async (notes) =>
      toClaimsOf(withoutNone(await db.ask<[number, number, number]>(OF_NOTES, keys.wanted(notes)))),
    lasting.rows('claims of note', { sizeOf: ({ length }) => 100 + 10 * length }),
  );
  const answers = lastingAnswers<readonly unknown[]>(lasting);
  const toClaimsOf = (rows: readonly (readonly [number, number, number])[]) =>
    new Map(
      [...Map.groupBy(rows, ([scope, note]) => keys.toKey(scope, note))].map(([note, of]) => [
        note,
        of.map(([scope, , key]) => keys.toKey(scope, key)),
      ]),
    );
  /** Sends the step's follow-up requests after all its first ones. */
  const sendRest = async (names: ReadonlySet<KeptRows>) => {
    const notes = [...names].filter((name) => name === 'linked' || name === 'named');
    const claims = [...names].filter((name) => name !== 'linked' && name !== 'named');
    const [found] = await Promise.all([
      notes.length === 0 ? [] : db.ask<[number, number, number]>(OF_NOTES, kept(...notes)),
      filterKept(...claims, ...(notes.length === 0 ? [] : (['ofnotes'] as const))),
    ]);
    const byNote = toClaimsOf(withoutNone(found));
    claimsOf.keep(byNote.keys(), byNote);
  };
  /** Sends a statement of a step, which keeps its results, and waits for its follow-ups too. */
  const inStep = async <Row extends readonly unknown[]>(
    name: KeptRows,
    statement: StoredStatement,
    values: readonly unknown[],
  ): Promise<readonly Row[]> => {
    // Its follow-ups were read with it and cannot change during the question.
    const asked = `${statement.name} ${JSON.stringify(values)}`;
    const known = answers.get(asked);
    if (known !== undefined) return known as readonly Row[];
    if (due === null) {
      const names = new Set<KeptRows>();
      const asks: (() => void)[] = [];
      const sent = new Promise<void>((resolve, reject) =>
        setImmediate(() => {
          due = null;
          // A failed step is rolled back alone, and the transaction continues. All requests of a step are one statement.
          const begun = db.run('SAVEPOINT step');
          for (const ask of asks) ask();
          const rest = sendRest(names);
          const ended = db.run('ROLLBACK TO SAVEPOINT step');
          Promise.all([begun, rest, ended]).then(() => resolve(), reject);
        }),
      );
      sent.catch(() => undefined);
      due = { names, asks, sent };
    }
    const { names, asks, sent } = due;
    names.add(name);
    const reading = new Promise<readonly Row[]>((resolve, reject) => {
      asks.push(() => db.ask<Row>(statement, values).then(resolve, reject));
    });
    const [read, rest] = await Promise.allSettled([reading, sent]);
    const failed = [read, rest].find((each) => each.status === 'rejected');
    if (failed !== undefined) tell(failed.reason);
    if (read.status === 'rejected') return [];
    const found = withoutNone(read.value);
    if (failed === undefined) answers.set(asked, found);
    return found;
  };
  /** A step that times out is skipped; any other error fails the question. */
  const tell = (error: unknown) => {
    const { code } = error as { readonly code?: string };
    // Statements after a failed one are refused with this code.
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
  /** Links between scopes are followed only if several scopes have claims. */
  const filled = keys.scopes.filter(({ epoch }) => epoch > 0).map(({ id }) => id);
  const joined = filled.length > 1 ? filled : [];
  const stepValues = (wanted: readonly number[], limit: number | null) => [
    ...keys.pairs(wanted),
    limit,
    joined,
  ];
  return {
    edgesOf: async (wanted, limit) => {
      if (wanted.length === 0) return [];
      const rows = await inStep<[number, number, number, number, number]>(
        'edges',
        EDGES,
        stepValues(wanted, limit),
      );
      return rows.map(([fromScope, from, scope, to, weight]) => ({
        from: keys.toKey(fromScope, from),
        to: keys.toKey(scope, to),
        weight,
      }));
    },
    notesLinkedBy: async (wanted) => {
      if (wanted.length === 0) return [];
      const rows = await inStep<[number, number, number, number]>('linked', LINKED, stepValues(wanted, null));
      return toSteps(rows).map(({ from, to }) => ({ from, note: to }));
    },
    linksToNotesOf: async (wanted, limit) => {
      if (wanted.length === 0) return [];
      return toSteps(
        await inStep<[number, number, number, number]>('links', LINKS, stepValues(wanted, limit)),
      );
    },
    claimsOfNotes: async (notes, limit) => {
      const found = await claimsOf.read(notes);
      return new Map(notes.map((note) => [note, (found.get(note) ?? []).slice(0, limit)]));
    },
    notesNamed: async (names) => {
      if (names.length === 0) return [];
      const rows = await inStep<[string, number, number]>('named', NAMED, [
        keys.ids,
        names.map(toStoredText),
      ]);
      return rows.map(([name, scope, note]) => ({
        name: fromStoredText(name),
        note: keys.toKey(scope, note),
      }));
    },
    claimsAbout: async (subjects, limit) => {
      if (subjects.length === 0) return [];
      const rows = await inStep<[string, number, number]>('about', ABOUT, [
        keys.ids,
        subjects.map(toStoredText),
        limit,
      ]);
      return rows.map(([name, scope, key]) => ({ name: fromStoredText(name), key: keys.toKey(scope, key) }));
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

/** Returns the claims of these keys. */
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
