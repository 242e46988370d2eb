import type { SecretCodec } from '@memora/privacy';
import {
  type CandidatePlan,
  type ClaimPlace,
  type LexicalSource,
  openSecretText,
  type PassageRow,
  WINDOW_REACH,
} from '@memora/retrieval/internal';
import type { Connection } from '../connect/connection.ts';
import { fromStoredText } from '../publish/value-codec.ts';
import { createKeyedCache } from './create-keyed-cache.ts';
import { createFetchedVocabulary } from './fetched-vocabulary.ts';
import { createPostingFinder, NEAR } from './find-by-postings.ts';
import type { Foreseen } from './foresee.ts';
import { type KeptRows, keeping, keptRows, withoutNone } from './kept-rows.ts';
import type { ScopeKeys } from './scope-keys.ts';

export interface TeamLexicalOptions {
  readonly db: Connection;
  readonly keys: ScopeKeys;
  readonly codec: SecretCodec | undefined;
  /** What was read with the scopes already. */
  readonly foreseen: Foreseen;
  /** Reads the claims of passages and asks the filter of the question about them. */
  readonly askOfPassages: (wanted: string, ...values: readonly unknown[]) => Promise<readonly ClaimPlace[]>;
  /** Compares the vectors of claims that the statements before have kept, in the same round trip. */
  readonly compareKept: (...names: readonly KeptRows[]) => Promise<unknown>;
}

export interface TeamLexicalSource extends LexicalSource {
  /** Reads where kept claims stand and the texts there, where they are few: what is reached is scored next. */
  readonly readAhead: (...names: readonly KeptRows[]) => Promise<void>;
}

/** Of more claims than these, most are not scored. */
const MOST_AHEAD = 100;
/** What is found by more words than this is read when it is asked for. */
const MOST_FORESEEN = 1_000;

/** The rows of a statement over pairs of a scope and a key, each looked up by itself: a join would be begun from the policy. */
const WANTED = 'unnest($1::int[], $2::bigint[]) AS w (scope, key)';

type PlaceRow = readonly [number, number, number, number, number];
type TextRow = readonly [number, number, number | null, number, number, number, number, ...string[]];

const textsOf = (wanted: string) =>
  `SELECT w.scope, w.key, p.note, p.at, p.section, p.band, p.flags, p.label, t.c0, t.c1, t.c2, t.c3, t.c4, t.c5 FROM ${wanted},
     LATERAL (SELECT * FROM memora.lexical_passages AS p WHERE p.scope = w.scope AND p.key = w.key LIMIT 1) AS p,
     LATERAL (SELECT * FROM memora.lexical_fts_content AS t WHERE t.scope = w.scope AND t.id = w.key LIMIT 1) AS t`;
const passagesAround = (wanted: string) =>
  `SELECT w.scope, w.key AS centre, n.key FROM ${wanted},
     LATERAL (SELECT note, at FROM memora.lexical_passages AS p WHERE p.scope = w.scope AND p.key = w.key AND note IS NOT NULL LIMIT 1) AS p,
     LATERAL (SELECT key FROM memora.lexical_passages AS n WHERE n.scope = w.scope AND n.note = p.note
       AND n.at BETWEEN p.at - ${WINDOW_REACH} AND p.at + ${WINDOW_REACH} OFFSET 0) AS n ORDER BY w.scope, n.key`;

/** The full-text index of all visible scopes as one, for one question. */
export function createTeamLexicalSource(options: TeamLexicalOptions): TeamLexicalSource {
  const { db, keys, codec, foreseen, askOfPassages, compareKept } = options;
  const { totals } = foreseen;
  const vocabulary = createFetchedVocabulary(db, keys.ids, foreseen.documents);
  const finder = createPostingFinder(db, keys, () => ({
    documents: totals.documents,
    averageLength: Math.max(
      1,
      Object.values(totals.averageLength).reduce((sum, each) => sum + each, 0),
    ),
    documentsOf: vocabulary.documentsOf,
  }));
  const toPlace = ([scope, key, passage, first, end]: PlaceRow) => ({
    key: keys.toKey(scope, key),
    passage: keys.toKey(scope, passage),
    first,
    end,
  });
  /** The claims of passages, with what the filter says of them: one round trip. */
  const readClaimsIn = async (wanted: string, ...values: readonly unknown[]) => {
    const [found] = await Promise.all([askOfPassages(wanted, ...values), compareKept('claims')]);
    return Map.groupBy(found, ({ passage }) => passage);
  };
  const places = createKeyedCache<readonly ClaimPlace[]>((passages) =>
    readClaimsIn(WANTED, ...keys.pairs(passages)),
  );
  const toTexts = (rows: readonly TextRow[]) =>
    new Map(
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
  const texts = createKeyedCache<PassageRow>(async (passages) =>
    toTexts(await db.rows<TextRow>(textsOf(WANTED), keys.pairs(passages))),
  );
  const toAround = (rows: readonly (readonly [number, number, number])[]) =>
    new Map(
      [...Map.groupBy(rows, ([scope, centre]) => keys.toKey(scope, centre))].map(([key, near]) => [
        key,
        near.map(([scope, , other]) => keys.toKey(scope, other)),
      ]),
    );
  const around = createKeyedCache<readonly number[]>(async (passages) =>
    toAround(await db.rows(passagesAround(WANTED), keys.pairs(passages))),
  );
  const claimsIn = async (passages: readonly number[]) => [...(await places.read(passages)).values()].flat();
  const keepTexts = (rows: readonly TextRow[]) => {
    const textByKey = toTexts(rows);
    texts.keep(textByKey.keys(), textByKey);
  };
  const placeOfClaim = new Map<number, ClaimPlace>();
  const placesWithTexts = async (wanted: string, ...values: readonly unknown[]) => {
    const places = `SELECT c.* FROM ${wanted}, LATERAL (SELECT scope, key, passage, first_term, end_term FROM memora.lexical_claims AS c
       WHERE c.scope = w.scope AND c.key = w.key LIMIT 1) AS c`;
    const [rows, read] = await Promise.all([
      db.rows<PlaceRow>(
        keeping(places, 'r.*', { places: '(SELECT scope, passage AS key FROM all_rows)' }),
        values,
      ),
      db.rows<TextRow>(textsOf(keptRows('places'))),
    ]);
    for (const place of withoutNone(rows).map(toPlace)) placeOfClaim.set(place.key, place);
    keepTexts(read);
  };
  const readPlaces = (claims: readonly number[]) => placesWithTexts(WANTED, ...keys.pairs(claims));
  let rest: { readonly limit: number; readonly found: readonly number[] } | null = null;
  /** Everything that is asked for next goes out with it, and goes on from what it has found: one round trip. */
  const findAndRead = async (plan: CandidatePlan, limit: number): Promise<readonly number[]> => {
    const [found, near, claims, read] = await Promise.all([
      finder.ranked(plan, limit, true),
      db.rows<[number, number, number]>(
        `${keeping(passagesAround(keptRows('near')), 'r.*', { around: 'all_rows' })} ORDER BY r.scope, r.key`,
      ),
      // Of most passages nobody asks who may see their claims: which, only their texts tell.
      readClaimsIn(keptRows('near')),
      db.rows<TextRow>(textsOf(keptRows('found', 'around'))),
    ]);
    const all = [...new Set([...found.best, ...(found.rest ?? [])])];
    if (found.rest !== null && found.best.length < limit) rest = { limit, found: found.rest };
    const nearByKey = toAround(withoutNone(near));
    const best = all.slice(0, NEAR);
    around.keep(best, nearByKey);
    places.keep(best, claims);
    keepTexts(read);
    return found.best;
  };
  return {
    totals: () => totals,
    withVocabulary: vocabulary.read,
    ranked: async (plan, limit) =>
      limit <= MOST_FORESEEN ? findAndRead(plan, limit) : (await finder.ranked(plan, limit, false)).best,
    newest: async (wanted, limit, before) =>
      before === null && rest?.limit === limit ? rest.found : finder.newest(wanted, limit, before),
    rows: async (passages) => [...(await texts.read(passages)).values()],
    withNeighbours: async (passages) => [
      ...new Set([...passages, ...[...(await around.read(passages)).values()].flat()]),
    ],
    claimsIn,
    readClaimsAhead: places.read,
    placesOf: async (claims) => {
      const missing = claims.filter((key) => !placeOfClaim.has(key));
      if (missing.length > 0) await readPlaces(missing);
      return claims.flatMap((key) => placeOfClaim.get(key) ?? []);
    },
    readAhead: async (...names) => {
      const few = `(SELECT * FROM ${keptRows(...names)} WHERE (SELECT count(*) FROM ${keptRows(...names)}) <= ${MOST_AHEAD}) AS w`;
      await placesWithTexts(few);
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
