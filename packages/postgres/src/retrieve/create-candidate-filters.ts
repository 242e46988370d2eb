import type { CandidateRow, ClaimFilter, ClaimRow } from '@memora/claims';
import { assertionCodes, CONVERSATION_NOTE, holdsAt, readAsOf } from '@memora/claims/internal';
import type { SecretCodec } from '@memora/privacy';
import type { Connection } from '../connect/connection.ts';
import { fromStoredText } from '../publish/value-codec.ts';
import { collectValues, filterSql, type Values } from '../read/filter-sql.ts';
import { readClaimsByKey } from '../read/read-claims.ts';
import { createKeyedCache, type KeyedCache } from './create-keyed-cache.ts';
import { type KeptRows, keptRows } from './kept-rows.ts';
import type { ScopeKeys } from './scope-keys.ts';

export interface CandidateFilterOptions {
  readonly db: Connection;
  readonly keys: ScopeKeys;
  readonly codec: SecretCodec | undefined;
  /** Filled with what is read of the same claims. */
  readonly snippets: KeyedCache<string>;
  readonly graphRows: KeyedCache<ClaimRow>;
}

const ASSERTED = assertionCodes.toCode('asserted');

interface StoredCandidate {
  readonly scope: number;
  readonly key: number;
  readonly id: CandidateRow['id'];
  readonly note: number;
  readonly trust: number;
  readonly said: number | null;
  readonly saidAt: string | null;
  readonly sealed: boolean;
  readonly object: string | null;
  readonly snippet: string | null;
  readonly passes: boolean;
}

/** Which claims a question may see, over all scopes: a statement for a list of keys, or for the claims that statements before it have kept. */
export function createCandidateFilters(options: CandidateFilterOptions) {
  const { db, keys, codec, snippets, graphRows } = options;
  let current: { readonly cache: KeyedCache<CandidateRow>; readonly filter: ClaimFilter } | null = null;
  const ask = async (filter: ClaimFilter, wanted: string, ...first: readonly unknown[]) => {
    const time = readAsOf(filter.asOf);
    const values = collectValues(...first);
    const where = filterSql(filter, time, null, values, 'TRUE');
    const rows = await db.query<StoredCandidate>(
      `SELECT w.scope, claim.key, claim.id, claim.note, claim.trust, CASE WHEN claim.assertion = ${ASSERTED} THEN claim.said END AS said,
         claim.sealed IS NOT NULL AS sealed, CASE WHEN note.type = '${CONVERSATION_NOTE}' THEN claim.valid_from END AS "saidAt",
         claim.object, l.snippet, (${where}) AS passes
       FROM ${wanted}, LATERAL (SELECT * FROM memora.claim AS c WHERE c.scope = w.scope AND c.key = w.key LIMIT 1) AS claim,
         LATERAL (SELECT * FROM memora.note AS n WHERE n.scope = w.scope AND n.key = claim.note LIMIT 1) AS note
         LEFT JOIN LATERAL (SELECT snippet FROM memora.lexical_claims AS i WHERE i.scope = w.scope AND i.key = w.key LIMIT 1) AS l ON true`,
      values.list,
    );
    const holds = await holdingThen(rows, filter);
    const read: number[] = [];
    const found = new Map<number, CandidateRow>();
    const texts = new Map<number, string>();
    const graph = new Map<number, ClaimRow>();
    for (const row of rows) {
      const [key, note] = [keys.toKey(row.scope, row.key), keys.toKey(row.scope, row.note)];
      const { id, trust, said, saidAt } = row;
      read.push(key);
      if (row.snippet !== null) texts.set(key, fromStoredText(row.snippet));
      graph.set(key, { key, id, note, object: row.object === null ? null : fromStoredText(row.object) });
      if (row.passes && holds(key)) found.set(key, { key, id, note, trust, said, saidAt } as CandidateRow);
    }
    snippets.keep(read, texts);
    graphRows.keep(read, graph);
    return { read, found };
  };
  /** Dates of secret claims are sealed: those are looked at here. */
  const holdingThen = async (rows: readonly StoredCandidate[], { asOf }: ClaimFilter) => {
    const { valid } = readAsOf(asOf);
    const dated = valid === undefined ? [] : rows.filter(({ sealed, passes }) => sealed && passes);
    const over = new Set<number>();
    for (const [scope, own] of Map.groupBy(dated, (row) => row.scope)) {
      const claims = await readClaimsByKey(
        { db, scope, codec },
        own.map(({ key }) => key),
        asOf,
      );
      for (const [key, claim] of claims) if (!holdsAt(claim, valid)) over.add(keys.toKey(scope, key));
    }
    return (key: number) => !over.has(key);
  };
  return {
    by: (filter: ClaimFilter) => {
      const cache = createKeyedCache<CandidateRow>(async (wanted) => {
        const { found } = await ask(
          filter,
          'unnest($1::int[], $2::bigint[]) AS w (scope, key)',
          ...keys.pairs(wanted),
        );
        return found;
      });
      current = { cache, filter };
      return async (wanted: readonly number[]) => [...(await cache.read(wanted)).values()];
    },
    /** The filter of the question as a condition over `claim` and `note`. */
    passing: (values: Values): string =>
      current === null
        ? 'TRUE'
        : filterSql(current.filter, readAsOf(current.filter.asOf), null, values, 'TRUE'),
    /** Asks the filter of the question about claims that were kept: with the statements that kept them, in one round trip. */
    askKept: async (...names: readonly KeptRows[]): Promise<void> => {
      if (current === null) return;
      const { read, found } = await ask(current.filter, keptRows(...names));
      current.cache.keep(read, found);
    },
  };
}
