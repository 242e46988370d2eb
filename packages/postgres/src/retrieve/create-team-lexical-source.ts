import type { SecretCodec } from '@memora/privacy';
import {
  type ClaimPlace,
  type LexicalSource,
  type LexicalTotals,
  openSecretText,
  type PassageRow,
  toTotals,
  WINDOW_REACH,
} from '@memora/retrieval/internal';
import type { Connection } from '../connect/connection.ts';
import { fromStoredText } from '../publish/value-codec.ts';
import { createKeyedCache } from './create-keyed-cache.ts';
import { createFetchedVocabulary } from './fetched-vocabulary.ts';
import { createPostingFinder } from './find-by-postings.ts';
import type { ScopeKeys } from './scope-keys.ts';

export interface TeamLexicalOptions {
  readonly db: Connection;
  readonly keys: ScopeKeys;
  readonly codec: SecretCodec | undefined;
  /** Told of claims that the filter will be asked about soon, so that it is asked once. */
  readonly expect: (claims: readonly number[]) => void;
}

/** Of the best, the neighbours are asked for too. */
const READ_AROUND = 40;

/** The rows of a statement over pairs of a scope and a key, each looked up by itself: a join would be begun from the policy. */
const WANTED = 'unnest($1::int[], $2::bigint[]) AS w (scope, key)';

/** The full-text index of all visible scopes as one, for one question. */
export function createTeamLexicalSource({ db, keys, codec, expect }: TeamLexicalOptions): LexicalSource {
  const vocabulary = createFetchedVocabulary(db, keys.ids);
  let totals: LexicalTotals | null = null;
  const readTotals = async (): Promise<LexicalTotals> => {
    totals ??= toTotals(
      await db.rows<[string, number]>(
        'SELECT name, sum(value)::bigint FROM memora.lexical_totals WHERE scope = ANY ($1::int[]) GROUP BY name',
        [keys.ids],
      ),
    );
    return totals;
  };
  const finder = createPostingFinder(db, keys, () => ({
    documents: totals?.documents ?? 0,
    averageLength: Math.max(
      1,
      Object.values(totals?.averageLength ?? {}).reduce((sum, each) => sum + each, 0),
    ),
    documentsOf: vocabulary.documentsOf,
  }));
  const toPlace = ([scope, key, passage, first, end]: [number, number, number, number, number]) => ({
    key: keys.toKey(scope, key),
    passage: keys.toKey(scope, passage),
    first,
    end,
  });
  const places = createKeyedCache<readonly ClaimPlace[]>(async (passages) => {
    const rows: [number, number, number, number, number][] = await db.rows(
      `SELECT c.* FROM ${WANTED}, LATERAL (SELECT scope, key, passage, first_term, end_term FROM memora.lexical_claims AS c
         WHERE c.scope = w.scope AND c.passage = w.key OFFSET 0) AS c`,
      keys.pairs(passages),
    );
    return Map.groupBy(rows.map(toPlace), ({ passage }) => passage);
  });
  const texts = createKeyedCache<PassageRow>(async (passages) => {
    const rows: [number, number, number | null, number, number, number, number, ...string[]][] =
      await db.rows(
        `SELECT w.scope, w.key, p.note, p.at, p.section, p.band, p.flags, p.label, t.c0, t.c1, t.c2, t.c3, t.c4, t.c5 FROM ${WANTED},
         LATERAL (SELECT * FROM memora.lexical_passages AS p WHERE p.scope = w.scope AND p.key = w.key LIMIT 1) AS p,
         LATERAL (SELECT * FROM memora.lexical_fts_content AS t WHERE t.scope = w.scope AND t.id = w.key LIMIT 1) AS t`,
        keys.pairs(passages),
      );
    return new Map(
      rows.map(([scope, key, note, at, section, band, flags, ...stored]) => {
        const [label = '', ...fields] = stored.map(fromStoredText);
        const row: PassageRow = {
          key: keys.toKey(scope, key),
          note: note === null ? null : keys.toKey(scope, note),
          at,
          section,
          band,
          flags,
          label,
          fields,
        };
        return [row.key, row];
      }),
    );
  });
  const around = createKeyedCache<readonly number[]>(async (passages) => {
    const rows: [number, number, number][] = await db.rows(
      `SELECT w.scope, w.key, n.key FROM ${WANTED},
         LATERAL (SELECT note, at FROM memora.lexical_passages AS p WHERE p.scope = w.scope AND p.key = w.key AND note IS NOT NULL LIMIT 1) AS p,
         LATERAL (SELECT key FROM memora.lexical_passages AS n WHERE n.scope = w.scope AND n.note = p.note
           AND n.at BETWEEN p.at - ${WINDOW_REACH} AND p.at + ${WINDOW_REACH} OFFSET 0) AS n ORDER BY w.scope, n.key`,
      keys.pairs(passages),
    );
    const found = Map.groupBy(rows, ([scope, key]) => keys.toKey(scope, key));
    return new Map(
      [...found].map(([key, near]) => [key, near.map(([scope, , other]) => keys.toKey(scope, other))]),
    );
  });
  const withNeighbours = async (passages: readonly number[]) => [
    ...new Set([...passages, ...[...(await around.read(passages)).values()].flat()]),
  ];
  const claimsIn = async (passages: readonly number[]) => [...(await places.read(passages)).values()].flat();
  return {
    totals: readTotals,
    withVocabulary: vocabulary.read,
    ranked: async (plan, limit) => {
      const found = await finder.ranked(plan, limit);
      // What is asked for next is asked for together.
      const [claims, near] = await Promise.all([
        claimsIn(found),
        withNeighbours(found.slice(0, READ_AROUND)),
      ]);
      expect(claims.map(({ key }) => key));
      if (found.length <= limit) texts.read([...new Set([...found, ...near])]).catch(() => undefined);
      return found;
    },
    newest: finder.newest,
    rows: async (passages) => [...(await texts.read(passages)).values()],
    withNeighbours,
    claimsIn,
    placesOf: async (claims) => {
      const rows: [number, number, number, number, number][] = await db.rows(
        `SELECT c.* FROM ${WANTED}, LATERAL (SELECT scope, key, passage, first_term, end_term FROM memora.lexical_claims AS c
           WHERE c.scope = w.scope AND c.key = w.key LIMIT 1) AS c`,
        keys.pairs(claims),
      );
      return rows.map(toPlace);
    },
    secrets: async (pass) => {
      if (codec === undefined) return { texts: [], languages: [] };
      const rows: [number, number, Buffer][] = await db.rows(
        'SELECT scope, key, sealed FROM memora.lexical_secret WHERE scope = ANY ($1::int[])',
        [keys.ids],
      );
      const sealedByKey = new Map(rows.map(([scope, key, sealed]) => [keys.toKey(scope, key), sealed]));
      const seen = await pass([...sealedByKey.keys()]);
      const opened = [...sealedByKey].flatMap(([key, sealed]) => {
        const text = seen.has(key) ? openSecretText(sealed, codec.decrypt) : null;
        return text === null ? [] : [{ key, text }];
      });
      return {
        texts: opened.map(({ key, text }) => ({ key, fields: text.fields })),
        languages: [...new Set(opened.map(({ text }) => text.language))],
      };
    },
  };
}
