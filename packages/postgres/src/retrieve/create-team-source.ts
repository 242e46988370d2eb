import type { AsOf, Claim, ClaimRow } from '@memora/claims';
import {
  filterSql,
  holdsAt,
  type JoinedClaimRow,
  readAsOf,
  statusCodes,
  toClaim,
} from '@memora/claims/internal';
import type { MemoraError } from '@memora/core';
import type { SecretCodec } from '@memora/privacy';
import type { Embedder, Leg } from '@memora/retrieval';
import {
  type HitPlaceRow,
  type LexicalTotals,
  type RetrievalSource,
  toHitPlaces,
} from '@memora/retrieval/internal';
import { fromStoredText } from '../publish/value-codec.ts';
import { postgresText } from '../read/postgres-text.ts';
import {
  asKnownAt,
  findTopics,
  JOINED,
  readClaimsByKey,
  readClaimsOf,
  select,
  toShownRow,
} from '../read/read-claims.ts';
import { HIT_PLACES, SHOWN } from '../stored/claim-statements.ts';
import type { AskingConnection } from '../stored/create-asking.ts';
import { WANTED } from '../stored/wanted-rows.ts';
import { type ScopeKind, shownPath, type TeamScope } from '../team/scopes.ts';
import { createCandidateFilters } from './create-candidate-filters.ts';
import { createKeyedCache } from './create-keyed-cache.ts';
import { createTeamLexicalSource } from './create-team-lexical-source.ts';
import { createTeamGraph, readGraphRows } from './graph/create-team-graph.ts';
import { type KeptRows, keeping, keptRows, withoutNone } from './kept-rows.ts';
import { type LastingRows, nothingLasting } from './lasting-rows.ts';
import { createTeamPassages } from './passages/create-team-passages.ts';
import { createScopeKeys, type ScopeKeys } from './scope-keys.ts';
import { joinTeamVectors } from './vectors/join-team-vectors.ts';
import type { VectorState } from './vectors/read-vector-state.ts';

interface TeamSourceOptions {
  /** Inside the question's transaction, so that everything is read from one state of the database. */
  readonly db: AskingConnection;
  /** The scopes that the principal sees. An id in several scopes is taken from the first. */
  readonly scopes: readonly TeamScope[];
  readonly codec: SecretCodec | undefined;
  /** Of the index, over these scopes. */
  readonly totals: LexicalTotals;
  /** Rows cached by earlier questions; none by default. */
  readonly lasting?: LastingRows;
  /** Only claims of this scope are found; all by default. */
  readonly only?: ScopeKind | undefined;
  /** How vectors are compared: each scope by the embedder of its own; null to compare none. */
  readonly vectors?: { readonly embedders: readonly Embedder[]; readonly state: VectorState } | null;
}

/** A source with its legs other than the lexical one. */
interface TeamSource extends RetrievalSource {
  readonly legs: readonly Leg[];
}

/** Creates the retrieval source over the scopes that a principal sees, for one question. Row-level security makes the access decisions. */
export function createTeamSource({
  db,
  scopes,
  codec,
  totals,
  lasting = nothingLasting(),
  vectors = null,
  only,
}: TeamSourceOptions): TeamSource {
  const keys = createScopeKeys(scopes);
  const reading = (scope: TeamScope) => ({ db, scope: scope.id, codec });
  const snippets = createKeyedCache<string>(async (claims) => {
    const rows: [number, number, string][] = await db.rows(
      `SELECT w.scope, w.key, c.snippet FROM ${WANTED}, LATERAL (SELECT snippet FROM memora.lexical_claims AS c
         WHERE c.scope = w.scope AND c.key = w.key AND snippet IS NOT NULL LIMIT 1) AS c`,
      keys.pairs(claims),
    );
    return new Map(rows.map(([scope, key, snippet]) => [keys.toKey(scope, key), fromStoredText(snippet)]));
  }, lasting.rows('snippet'));
  const graphRows = createKeyedCache<ClaimRow>(
    (wanted) => readGraphRows(db, keys, wanted),
    lasting.rows('graph'),
  );
  const filters = createCandidateFilters({ db, keys, codec, snippets, graphRows, lasting, only });
  const claimsAt = rememberBy((asOf: AsOf | undefined) =>
    createKeyedCache<Claim>(
      async (wanted) => {
        if (asOf === undefined) return readShown(db, keys, wanted, codec);
        const found = await Promise.all(
          keys.split(wanted).map(async ({ scope, keys: own, toKey }) => {
            const claims = await readClaimsByKey(reading(scope), own, asOf);
            return [...claims].map(([key, claim]) => [toKey(key), shown(scope, claim)] as const);
          }),
        );
        return new Map(found.flat());
        // Decrypted secret claims are never cached.
      },
      asOf === undefined ? lasting.rows('claim', { mayLast: ({ band }) => band !== 'secret' }) : undefined,
    ),
  );
  const hitPlaces = createKeyedCache<StoredPlace>(async (claims) => {
    const rows = await db.ask<StoredPlace>(HIT_PLACES, keys.pairs(claims));
    return new Map(rows.map((row) => [keys.toKey(row[0], row[1]), row]));
  }, lasting.rows('hit place'));
  let asked: AsOf | undefined;
  const out = new Set<string>();
  const isOut =
    (leg: string) =>
    ({ code, message }: MemoraError): void => {
      out.add(`${leg}: ${code}: ${message}`);
    };
  /** Requests for kept claims are sent together with the statements that keep them. */
  const readKept = (...names: readonly KeptRows[]) =>
    Promise.all([filters.askKept(...names), lexical.readAhead(...names)]);
  const compared =
    vectors === null
      ? null
      : joinTeamVectors({
          ...vectors,
          db,
          keys,
          readKept,
          passing: filters.passing,
          isOut: isOut('vector'),
        });
  const lexical = createTeamLexicalSource({
    db,
    keys,
    codec,
    totals,
    lasting,
    askOfPassages: filters.askOfPassages,
    bandsAsked: filters.bands,
    compareKept: async (...names) => compared?.compareKept(...names),
  });
  return {
    legs: compared === null ? [] : [compared.leg],
    lexical,
    graph: createTeamGraph({
      db,
      keys,
      rows: graphRows,
      lasting,
      filterKept: (...names) => Promise.all([readKept(...names), compared?.compareKept(...names)]),
      isOut: isOut('graph'),
    }),
    candidates: (filter) => {
      asked = filter.asOf;
      return filters.by(filter);
    },
    // Each question gets its own claim objects: they identify the scope in which they were found.
    claims: async (wanted, { asOf }) =>
      new Map([...(await claimsAt(asOf).read([...wanted]))].map(([key, claim]) => [key, { ...claim }])),
    gone: async (filter, limit) => {
      const { known, valid } = readAsOf(filter.asOf);
      if (known === undefined) return new Map();
      const found = await Promise.all(
        scopes.map(async (scope) => {
          const text = postgresText(scope.id);
          const topics = await findTopics(reading(scope), filter);
          const where = `claim.scope = $1 AND ${filterSql(filter, readAsOf(filter.asOf), topics, text)}`;
          // Each has its own index: an OR would read all claims of the scope.
          const each = 'SELECT key FROM memora.claim AS c WHERE c.scope = $1 AND c.recorded_until';
          const keysOfGone = `${each} > ${known} UNION ALL ${each} IS NULL AND c.status = ${statusCodes.toCode('retracted')}`;
          const rows = await select(
            db,
            `${JOINED} WHERE claim.key = ANY (ARRAY(${keysOfGone})) AND ${where}
             ORDER BY claim.recorded_until DESC NULLS LAST, claim.key LIMIT ${text.add(limit, 'bigint')}`,
            text.values,
          );
          return (await asKnownAt(reading(scope), rows, known)).map((row: JoinedClaimRow) => ({
            key: keys.toKey(scope.id, row.key),
            until: row.recorded_until ?? 0,
            claim: shown(scope, toClaim(row, codec)),
          }));
        }),
      );
      const last = found
        .flat()
        .sort((a, b) => b.until - a.until || a.key - b.key)
        .slice(0, limit);
      return new Map(
        last.flatMap(({ key, claim }) => (holdsAt(claim, valid) ? [[key, claim] as const] : [])),
      );
    },
    snippets: snippets.read,
    places: async (claims) => {
      // Reads what will be shown of them in the same round trip.
      const ahead = [claimsAt(asked).read(claims), snippets.read(claims)];
      const [placeByKey] = await Promise.all([hitPlaces.read(claims), ...ahead]);
      // In key order, because the first of two equal texts depends on it.
      const places = [...placeByKey.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      return toHitPlaces(
        places.map(
          ([scope, claim, passage, kind, start, end, at, section, snippet]): HitPlaceRow => [
            keys.toKey(scope, claim),
            keys.toKey(scope, passage),
            kind,
            start,
            end,
            at,
            section,
            snippet === null ? null : fromStoredText(snippet),
          ],
        ),
      );
    },
    claimKeys: async (passages) => {
      if (passages.length === 0) return new Map();
      // The question has already read them with their texts.
      const known = lexical.knownClaimsIn(passages);
      if (known !== null) return known;
      const claims = `SELECT w.scope, w.key AS passage, c.key, c.first_term FROM ${WANTED}, LATERAL (SELECT key, first_term FROM memora.lexical_claims AS c
         WHERE c.scope = w.scope AND c.passage = w.key OFFSET 0) AS c`;
      const [found] = await Promise.all([
        db.rows<[number, number, number]>(
          `${keeping(claims, 'r.scope, r.passage, r.key', { claims: 'all_rows' })} ORDER BY r.scope, r.passage, r.first_term, r.key`,
          keys.pairs(passages),
        ),
        // The caller needs both the visible ones among these keys and their rows.
        filters.askKept('claims'),
        ...scopes.map(async (scope) => {
          const kept = `SELECT w.key FROM ${keptRows('claims')} WHERE w.scope = $1`;
          const claims = await readClaimsOf(reading(scope), kept, asked);
          const shownByKey = new Map(
            [...claims].map(([key, claim]) => [keys.toKey(scope.id, key), shown(scope, claim)]),
          );
          claimsAt(asked).keep(shownByKey.keys(), shownByKey);
        }),
      ]);
      const rows = withoutNone(found);
      const byPassage = Map.groupBy(rows, ([scope, passage]) => keys.toKey(scope, passage));
      return new Map(
        [...byPassage].map(([passage, found]) => [
          passage,
          found.map(([scope, , key]) => keys.toKey(scope, key)),
        ]),
      );
    },
    ...createTeamPassages(db, keys),
    reasons: () => [
      ...scopes
        .filter(({ epoch, isEmpty }) => epoch === 0 && isEmpty !== true)
        .map(({ kind }) => `index: BEHIND: the ${kind} scope was not published yet`),
      ...out,
    ],
  };
}

type StoredPlace = readonly [scope: number, ...HitPlaceRow];

/** Reads claims as shown now, from all scopes. */
async function readShown(
  db: AskingConnection,
  keys: ScopeKeys,
  wanted: readonly number[],
  codec: SecretCodec | undefined,
): Promise<Map<number, Claim>> {
  const rows = await db.ask<[number, ...unknown[]]>(SHOWN, keys.pairs(wanted));
  return new Map(
    rows.map(([scopeId, ...values]) => {
      const row = toShownRow(values);
      const key = keys.toKey(scopeId, row.key);
      return [key, shown(keys.fromKey(key).scope, toClaim(row, codec))];
    }),
  );
}

function shown({ kind }: TeamScope, claim: Claim): Claim {
  return kind === 'workspace' ? claim : { ...claim, notePath: shownPath(kind, claim.notePath) };
}

function rememberBy<Given, Made>(make: (given: Given) => Made): (given: Given) => Made {
  const made = new Map<string | undefined, Made>();
  return (given) => {
    const name = JSON.stringify(given);
    const known = made.get(name) ?? make(given);
    made.set(name, known);
    return known;
  };
}
