import type { CandidateRow, Claim, ClaimFilter } from '@memora/claims';
import {
  assertionCodes,
  CONVERSATION_NOTE,
  holdsAt,
  type JoinedClaimRow,
  readAsOf,
  statusCodes,
  toClaim,
} from '@memora/claims/internal';
import type { SecretCodec } from '@memora/privacy';
import {
  type HitPlaceRow,
  type PassageRowAround,
  REACH,
  type RetrievalSource,
  toHitPlaces,
  toPassage,
} from '@memora/retrieval/internal';
import type { Connection } from '../connect/connection.ts';
import { fromStoredText } from '../publish/value-codec.ts';
import { collectValues, filterSql } from '../read/filter-sql.ts';
import { asKnownAt, findTopics, JOINED, readClaimsByKey, select } from '../read/read-claims.ts';
import { readCorroboration } from '../read/read-lists.ts';
import { shownPath, type TeamScope } from '../team/scopes.ts';
import { createKeyedCache } from './create-keyed-cache.ts';
import { createTeamGraph } from './create-team-graph.ts';
import { createTeamLexicalSource } from './create-team-lexical-source.ts';
import { createScopeKeys } from './scope-keys.ts';

export interface TeamSourceOptions {
  /** In the transaction of the question: all of it is read from one state of the database. */
  readonly db: Connection;
  /** Those that the principal sees, in the order in which an id that stands in several is taken from them. */
  readonly scopes: readonly TeamScope[];
  readonly codec: SecretCodec | undefined;
}

const ASSERTED = assertionCodes.toCode('asserted');
const WANTED = 'unnest($1::int[], $2::bigint[]) AS w (scope, key)';

type Stored = Omit<CandidateRow, 'saidAt'> & { readonly saidAt: string | null; readonly sealed: boolean };

/** What a retriever reads of the scopes that a principal sees, for one question. Row-level security decides; this only asks. */
export function createTeamSource({ db, scopes, codec }: TeamSourceOptions): RetrievalSource {
  const keys = createScopeKeys(scopes);
  const reading = (scope: TeamScope) => ({ db, scope: scope.id, codec });
  const perScope = async <Value>(
    wanted: Iterable<number>,
    read: (scope: TeamScope, own: readonly number[]) => Promise<ReadonlyMap<number, Value>>,
  ): Promise<Map<number, Value>> => {
    const found = await Promise.all(
      keys
        .split(wanted)
        .map(async ({ scope, keys: own, toKey }) =>
          [...(await read(scope, own))].map(([key, value]) => [toKey(key), value] as const),
        ),
    );
    return new Map(found.flat());
  };
  let expected: readonly number[] = [];
  const candidatesBy = (filter: ClaimFilter) => {
    const { valid } = readAsOf(filter.asOf);
    const cache = createKeyedCache<CandidateRow>((wanted) =>
      perScope(wanted, async (scope, own) => {
        const values = collectValues(scope.id);
        const where = filterSql(
          filter,
          readAsOf(filter.asOf),
          await findTopics(reading(scope), filter),
          values,
        );
        const rows = await db.query<Stored>(
          `SELECT claim.key, claim.id, claim.note, claim.trust, CASE WHEN claim.assertion = ${ASSERTED} THEN claim.said END AS said,
             claim.sealed IS NOT NULL AS sealed, CASE WHEN note.type = '${CONVERSATION_NOTE}' THEN claim.valid_from END AS "saidAt"
           FROM memora.claim JOIN memora.note ON note.scope = claim.scope AND note.key = claim.note
           WHERE claim.key = ANY (${values.add(own, 'bigint[]')}) AND ${where}`,
          values.list,
        );
        const dated = valid === undefined ? [] : rows.filter(({ sealed }) => sealed).map(({ key }) => key);
        const claims = dated.length === 0 ? null : await readClaimsByKey(reading(scope), dated, filter.asOf);
        const holds = (key: number) => {
          const claim = claims?.get(key);
          return claim === undefined || holdsAt(claim, valid);
        };
        return new Map(
          rows
            .filter(({ key }) => holds(key))
            .map(({ sealed: _, ...row }) => [
              row.key,
              { ...row, key: keys.toKey(scope.id, row.key), note: keys.toKey(scope.id, row.note) },
            ]),
        );
      }),
    );
    return async (wanted: readonly number[]) => {
      // What was announced is asked for with the first that needs some of it.
      if (expected.length > 0 && wanted.length > 0) {
        const all = expected;
        expected = [];
        await cache.read([...new Set([...all, ...wanted])]);
      }
      return [...(await cache.read(wanted)).values()];
    };
  };
  const snippets = createKeyedCache<string>(async (claims) => {
    const rows: [number, number, string][] = await db.rows(
      `SELECT w.scope, w.key, c.snippet FROM ${WANTED}, LATERAL (SELECT snippet FROM memora.lexical_claims AS c
         WHERE c.scope = w.scope AND c.key = w.key AND snippet IS NOT NULL LIMIT 1) AS c`,
      keys.pairs(claims),
    );
    return new Map(rows.map(([scope, key, snippet]) => [keys.toKey(scope, key), fromStoredText(snippet)]));
  });
  return {
    lexical: createTeamLexicalSource({
      db,
      keys,
      codec,
      expect: (claims) => {
        expected = claims;
      },
    }),
    graph: createTeamGraph(db, keys),
    candidates: candidatesBy,
    claims: (wanted, { asOf }) =>
      perScope(wanted, async (scope, own) => {
        const claims = await readClaimsByKey(reading(scope), own, asOf);
        return new Map([...claims].map(([key, claim]) => [key, shown(scope, claim)]));
      }),
    gone: async (filter, limit) => {
      const { known, valid } = readAsOf(filter.asOf);
      if (known === undefined) return new Map();
      const found = await Promise.all(
        scopes.map(async (scope) => {
          const values = collectValues(scope.id);
          const where = filterSql(
            filter,
            readAsOf(filter.asOf),
            await findTopics(reading(scope), filter),
            values,
          );
          const forgotten = `claim.recorded_until IS NULL AND claim.status = ${statusCodes.toCode('retracted')}`;
          const rows = await select(
            db,
            `${JOINED} WHERE (claim.recorded_until > ${known} OR ${forgotten}) AND ${where}
             ORDER BY claim.recorded_until DESC NULLS LAST, claim.key LIMIT ${values.add(limit, 'bigint')}`,
            values.list,
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
    corroboration: async (ids) => {
      const wanted = [...ids];
      const found = await Promise.all(scopes.map((scope) => readCorroboration(reading(scope), wanted)));
      const all = [...new Set(found.flatMap((one) => [...one.keys()]))];
      return new Map(all.map((id) => [id, [...new Set(found.flatMap((one) => one.get(id) ?? []))].sort()]));
    },
    snippets: snippets.read,
    places: async (claims) => {
      const rows: [number, ...HitPlaceRow][] = await db.rows(
        `SELECT w.scope, w.key, p.key, p.kind, p.span_start, p.span_end, p.at, p.section, (p.label <> '')::int, c.snippet FROM ${WANTED},
           LATERAL (SELECT passage, snippet FROM memora.lexical_claims AS c WHERE c.scope = w.scope AND c.key = w.key LIMIT 1) AS c,
           LATERAL (SELECT * FROM memora.lexical_passages AS p WHERE p.scope = w.scope AND p.key = c.passage AND p.note IS NOT NULL LIMIT 1) AS p
         ORDER BY w.scope, w.key`,
        keys.pairs(claims),
      );
      return toHitPlaces(
        rows.map(([scope, claim, passage, kind, start, end, at, section, label, snippet]) => [
          keys.toKey(scope, claim),
          keys.toKey(scope, passage),
          kind,
          start,
          end,
          at,
          section,
          label,
          snippet === null ? null : fromStoredText(snippet),
        ]),
      );
    },
    around: async (passages) => {
      const rows: [number, ...PassageRowAround][] = await db.rows(
        `SELECT DISTINCT w.scope, n.key, n.kind, n.span_start, n.span_end, n.at, n.section, n.note FROM ${WANTED},
           LATERAL (SELECT note, at FROM memora.lexical_passages AS p WHERE p.scope = w.scope AND p.key = w.key AND note IS NOT NULL LIMIT 1) AS p,
           LATERAL (SELECT * FROM memora.lexical_passages AS n WHERE n.scope = w.scope AND n.note = p.note
             AND n.at BETWEEN p.at - ${REACH} AND p.at + ${REACH} OFFSET 0) AS n
         ORDER BY w.scope, n.note, n.at`,
        keys.pairs(passages),
      );
      const byNote = Map.groupBy(rows, ([scope, , , , , , , note]) => keys.toKey(scope, note));
      return new Map(
        [...byNote].map(([note, found]) => [
          note,
          found.map(([scope, key, ...rest]) =>
            toPassage([keys.toKey(scope, key), ...rest] as PassageRowAround),
          ),
        ]),
      );
    },
    claimKeys: async (passages) => {
      const rows: [number, number, number][] = await db.rows(
        `SELECT w.scope, w.key, c.key FROM ${WANTED}, LATERAL (SELECT key, first_term FROM memora.lexical_claims AS c
           WHERE c.scope = w.scope AND c.passage = w.key OFFSET 0) AS c ORDER BY w.scope, w.key, c.first_term, c.key`,
        keys.pairs(passages),
      );
      const byPassage = Map.groupBy(rows, ([scope, passage]) => keys.toKey(scope, passage));
      return new Map(
        [...byPassage].map(([passage, found]) => [
          passage,
          found.map(([scope, , key]) => keys.toKey(scope, key)),
        ]),
      );
    },
    reasons: () =>
      scopes
        .filter(({ epoch }) => epoch === 0)
        .map(({ kind }) => `index: BEHIND: the ${kind} scope was not published yet`),
  };
}

function shown({ kind }: TeamScope, claim: Claim): Claim {
  return kind === 'workspace' ? claim : { ...claim, notePath: shownPath(kind, claim.notePath) };
}
