import type { CandidateRow, ClaimFilter, ClaimRow } from '@memora/claims';
import { assertionCodes, CONVERSATION_NOTE, holdsAt, readAsOf } from '@memora/claims/internal';
import type { SecretCodec } from '@memora/privacy';
import type { ClaimPlace } from '@memora/retrieval/internal';
import type { Connection } from '../connect/connection.ts';
import { fromStoredText } from '../publish/value-codec.ts';
import { collectValues, filterSql, type Values } from '../read/filter-sql.ts';
import { readClaimsByKey } from '../read/read-claims.ts';
import { createKeyedCache, type KeyedCache } from './create-keyed-cache.ts';
import { type KeptRows, keeping, keptRows, withoutNone } from './kept-rows.ts';
import type { ScopeKeys } from './scope-keys.ts';

export interface CandidateFilterOptions {
  readonly db: Connection;
  readonly keys: ScopeKeys;
  readonly codec: SecretCodec | undefined;
  /** Filled with what is read of the same claims. */
  readonly snippets: KeyedCache<string>;
  readonly graphRows: KeyedCache<ClaimRow>;
}

const WANTED = 'unnest($1::int[], $2::bigint[]) AS w (scope, key)';
const ASSERTED = assertionCodes.toCode('asserted');

type StoredCandidate = readonly [
  scope: number,
  key: number,
  id: CandidateRow['id'],
  note: number,
  trust: number,
  said: number | null,
  isSealed: boolean,
  saidAt: string | null,
  object: string | null,
  snippet: string | null,
  passes: boolean,
  ...place: readonly number[],
];

const [SEALED, PASSES] = [6, 10];

/** The claims that are asked about: a relation `w` with their texts `l`, and what is read and kept besides. */
interface Asked {
  readonly from: string;
  readonly key: string;
  readonly more?: string;
  readonly kept?: KeptRows;
}

/** The claims of passages as the full-text index has them, each with its text and its place. */
const CLAIMS_OF = (wanted: string) =>
  `${wanted}, LATERAL (SELECT key, passage, first_term, end_term, snippet FROM memora.lexical_claims AS c
     WHERE c.scope = w.scope AND c.passage = w.key OFFSET 0) AS l`;
/** Claims, each with its text where the index has one. */
const CLAIMS = (wanted: string) =>
  `${wanted} LEFT JOIN LATERAL (SELECT key, snippet FROM memora.lexical_claims AS i WHERE i.scope = w.scope AND i.key = w.key LIMIT 1) AS l ON true`;

/** Which claims a question may see, over all scopes: a statement for a list of keys, or for the claims that statements before it have kept. */
export function createCandidateFilters(options: CandidateFilterOptions) {
  const { db, keys, codec, snippets, graphRows } = options;
  let current: { readonly cache: KeyedCache<CandidateRow>; readonly filter: ClaimFilter } | null = null;
  const ask = async (
    filter: ClaimFilter,
    { from, key, more = '', kept }: Asked,
    ...first: readonly unknown[]
  ) => {
    const values = collectValues(...first);
    const where = filterSql(filter, readAsOf(filter.asOf), null, values, 'TRUE');
    const query = `SELECT w.scope, claim.key, claim.id, claim.note, claim.trust, CASE WHEN claim.assertion = ${ASSERTED} THEN claim.said END AS said,
         claim.sealed IS NOT NULL AS sealed, CASE WHEN note.type = '${CONVERSATION_NOTE}' THEN claim.valid_from END AS said_at,
         claim.object, l.snippet, (${where}) AS passes${more}
       FROM ${from}, LATERAL (SELECT * FROM memora.claim AS c WHERE c.scope = w.scope AND c.key = ${key} LIMIT 1) AS claim,
         LATERAL (SELECT * FROM memora.note AS n WHERE n.scope = w.scope AND n.key = claim.note LIMIT 1) AS note`;
    const sql = kept === undefined ? query : keeping(query, 'r.*', { [kept]: 'all_rows' });
    const rows = withoutNone(await db.rows<StoredCandidate>(sql, values.list));
    const holds = await holdingThen(rows, filter);
    const read: number[] = [];
    const found = new Map<number, CandidateRow>();
    const texts = new Map<number, string>();
    const graph = new Map<number, ClaimRow>();
    for (const [scope, ownKey, id, ownNote, trust, said, , saidAt, object, snippet, passes] of rows) {
      const [key, note] = [keys.toKey(scope, ownKey), keys.toKey(scope, ownNote)];
      read.push(key);
      if (snippet !== null) texts.set(key, fromStoredText(snippet));
      graph.set(key, { key, id, note, object: object === null ? null : fromStoredText(object) });
      if (passes && holds(key)) found.set(key, { key, id, note, trust, said, saidAt } as CandidateRow);
    }
    snippets.keep(read, texts);
    graphRows.keep(read, graph);
    return { rows, read, found };
  };
  /** Dates of secret claims are sealed: those are looked at here. */
  const holdingThen = async (rows: readonly StoredCandidate[], { asOf }: ClaimFilter) => {
    const { valid } = readAsOf(asOf);
    const dated = valid === undefined ? [] : rows.filter((row) => row[SEALED] && row[PASSES]);
    const over = new Set<number>();
    for (const [scope, own] of Map.groupBy(dated, ([scope]) => scope)) {
      const claims = await readClaimsByKey(
        { db, scope, codec },
        own.map(([, key]) => key),
        asOf,
      );
      for (const [key, claim] of claims) if (!holdsAt(claim, valid)) over.add(keys.toKey(scope, key));
    }
    return (key: number) => !over.has(key);
  };
  return {
    by: (filter: ClaimFilter) => {
      const cache = createKeyedCache<CandidateRow>(async (wanted) => {
        const { found } = await ask(filter, { from: CLAIMS(WANTED), key: 'w.key' }, ...keys.pairs(wanted));
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
      const { read, found } = await ask(current.filter, { from: CLAIMS(keptRows(...names)), key: 'w.key' });
      current.cache.keep(read, found);
    },
    /** Reads the claims of passages, and asks the filter of the question about them: they are kept as `claims`. */
    askOfPassages: async (wanted: string, ...values: readonly unknown[]): Promise<readonly ClaimPlace[]> => {
      const filter = current?.filter ?? {};
      const { rows, read, found } = await ask(
        filter,
        {
          from: CLAIMS_OF(wanted),
          key: 'l.key',
          more: ', l.passage, l.first_term, l.end_term',
          kept: 'claims',
        },
        ...values,
      );
      current?.cache.keep(read, found);
      return rows.map((row) => {
        const [scope, key] = row;
        const [passage = 0, first = 0, end = 0] = row.slice(PASSES + 1) as number[];
        return { key: keys.toKey(scope, key), passage: keys.toKey(scope, passage), first, end };
      });
    },
  };
}
