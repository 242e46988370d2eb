import type { CandidateRow, ClaimFilter, ClaimRow } from '@memora/claims';
import { bandCodes, filterSql, holdsAt, readAsOf, type SqlText } from '@memora/claims/internal';
import type { SecretCodec } from '@memora/privacy';
import type { ClaimPlace } from '@memora/retrieval/internal';
import { fromStoredText } from '../publish/value-codec.ts';
import { postgresText } from '../read/postgres-text.ts';
import { readClaimsByKey } from '../read/read-claims.ts';
import { candidatesSql, claimsOfPassages, claimsWithTexts, PLACE } from '../stored/candidate-statements.ts';
import type { AskingConnection } from '../stored/create-asking.ts';
import { WANTED_OR_KEPT } from '../stored/wanted-rows.ts';
import type { ScopeKind } from '../team/scopes.ts';
import { createKeyedCache, type KeyedCache } from './create-keyed-cache.ts';
import { type KeptRows, keeping, withoutNone } from './kept-rows.ts';
import type { LastingRows } from './lasting-rows.ts';
import { kept, type ScopeKeys, type Wanted } from './scope-keys.ts';

interface CandidateFilterOptions {
  readonly db: AskingConnection;
  readonly keys: ScopeKeys;
  readonly codec: SecretCodec | undefined;
  /** Filled with the snippets that are read with the claims. */
  readonly snippets: KeyedCache<string>;
  readonly graphRows: KeyedCache<ClaimRow>;
  readonly lasting: LastingRows;
  /** Only claims of this scope pass; all by default. */
  readonly only?: ScopeKind | undefined;
}

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
/** No passage contains secret text. */
const OF_PASSAGES = ['public', 'private'] as const;

/** Creates the filter of claims that a question may see, over all scopes: a statement for a list of keys, or for claims kept by earlier statements. */
export function createCandidateFilters(options: CandidateFilterOptions) {
  const { db, keys, codec, snippets, graphRows, lasting, only } = options;
  /** The number of the only scope; 0, which no scope has, if the principal sees no such scope. */
  const place = only === undefined ? null : (keys.scopes.find(({ kind }) => kind === only)?.id ?? 0);
  let current: { readonly cache: KeyedCache<CandidateRow>; readonly filter: ClaimFilter } | null = null;
  /** Reads claims, or those of passages, with the filter's verdict. */
  const askRows = (filter: ClaimFilter, wanted: Wanted, ofPassages: boolean): Promise<StoredCandidate[]> => {
    const text = postgresText(...wanted);
    const where = filterSql(filter, readAsOf(filter.asOf), null, text);
    const sql = ofPassages
      ? keeping(candidatesSql(claimsOfPassages(WANTED_OR_KEPT), 'l.key', where, PLACE), 'r.*', {
          claims: 'all_rows',
        })
      : candidatesSql(claimsWithTexts(WANTED_OR_KEPT), 'w.key', where);
    return db.rows(sql, text.values);
  };
  const ask = async (filter: ClaimFilter, wanted: Wanted, ofPassages = false) => {
    const rows = withoutNone(await askRows(filter, wanted, ofPassages));
    const holds = await holdingThen(rows, filter);
    const read: number[] = [];
    const found = new Map<number, CandidateRow>();
    const texts = new Map<number, string>();
    const graph = new Map<number, ClaimRow>();
    for (const row of rows) {
      const [key, note, id] = [keys.toKey(row[0], row[1]), keys.toKey(row[0], row[3]), row[2]];
      const [object, snippet] = [row[8], row[9]];
      read.push(key);
      if (snippet !== null) texts.set(key, fromStoredText(snippet));
      graph.set(key, { key, id, note, object: object === null ? null : fromStoredText(object) });
      if (row[PASSES] && (place === null || place === row[0]) && holds(key))
        found.set(key, { key, id, note, trust: row[4], said: row[5], saidAt: row[7] } as CandidateRow);
    }
    snippets.keep(read, texts);
    graphRows.keep(read, graph);
    return { rows, read, found };
  };
  /** Dates of secret claims are encrypted, so those are checked here. */
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
      const cache = createKeyedCache<CandidateRow>(
        async (wanted) => {
          const { found } = await ask(filter, keys.wanted(wanted));
          return found;
          // Questions about another time are rare, and read encrypted data.
        },
        filter.asOf === undefined
          ? lasting.rows(`passing ${only ?? ''} ${JSON.stringify(filter)}`)
          : undefined,
      );
      current = { cache, filter };
      return async (wanted: readonly number[]) => [...(await cache.read(wanted)).values()];
    },
    /** Returns the question's filter as a condition over `claim` and `note`. */
    passing: (text: SqlText): string => {
      const where =
        current === null ? 'TRUE' : filterSql(current.filter, readAsOf(current.filter.asOf), null, text);
      return place === null ? where : `(${where}) AND claim.scope = ${place}`;
    },
    /** Returns the requested bands as stored; null if all bands that a passage can have are requested. */
    bands: (): readonly number[] | null => {
      const asked = current?.filter.bands;
      const isAll = asked === undefined || OF_PASSAGES.every((band) => asked.includes(band));
      return isAll ? null : asked.map(bandCodes.toCode);
    },
    /** Filters kept claims in the same round trip as the statements that kept them. */
    askKept: async (...names: readonly KeptRows[]): Promise<void> => {
      if (current === null) return;
      const { read, found } = await ask(current.filter, kept(...names));
      current.cache.keep(read, found);
    },
    /** Reads the claims of passages with the filter's verdict, and keeps them as `claims`. */
    askOfPassages: async (wanted: Wanted): Promise<readonly ClaimPlace[]> => {
      const { rows, read, found } = await ask(current?.filter ?? {}, wanted, true);
      current?.cache.keep(read, found);
      return rows.map((row) => {
        const [scope, key] = [row[0], row[1]];
        const [passage, first, end] = [row[PASSES + 1], row[PASSES + 2], row[PASSES + 3]] as number[];
        return {
          key: keys.toKey(scope, key),
          passage: keys.toKey(scope, passage ?? 0),
          first: first ?? 0,
          end: end ?? 0,
        };
      });
    },
  };
}
