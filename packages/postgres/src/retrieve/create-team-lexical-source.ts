import type { SecretCodec } from '@memora/privacy';
import {
  type CandidatePlan,
  type ClaimPlace,
  type LexicalSource,
  type LexicalTotals,
  openSecretText,
  type PassageRow,
} from '@memora/retrieval/internal';
import { fromStoredText } from '../publish/value-codec.ts';
import type { AskingConnection } from '../stored/create-asking.ts';
import { PLACES, TEXTS } from '../stored/lexical-statements.ts';
import { NEAR } from '../stored/posting-statements.ts';
import { createKeyedCache } from './create-keyed-cache.ts';
import { createFetchedVocabulary } from './fetched-vocabulary.ts';
import { createPostingFinder, type FoundByPostings } from './find-by-postings.ts';
import { type KeptRows, withoutNone } from './kept-rows.ts';
import type { LastingRows } from './lasting-rows.ts';
import { kept, type ScopeKeys, type Wanted } from './scope-keys.ts';

interface TeamLexicalOptions {
  readonly db: AskingConnection;
  readonly keys: ScopeKeys;
  readonly codec: SecretCodec | undefined;
  /** Already read, together with the scopes. */
  readonly totals: LexicalTotals;
  readonly lasting: LastingRows;
  /** Reads the claims of passages with the filter's verdict. */
  readonly askOfPassages: (wanted: Wanted) => Promise<readonly ClaimPlace[]>;
  /** Returns the codes of the requested bands; null if none are requested, or if the database cannot search by band. */
  readonly bandsAsked: () => readonly number[] | null;
  /** Compares the vectors of kept claims in the same round trip. */
  readonly compareKept: (...names: readonly KeptRows[]) => Promise<unknown>;
}

interface TeamLexicalSource extends LexicalSource {
  /** Reads the places and texts of kept claims if they are few, because reached claims are scored next. */
  readonly readAhead: (...names: readonly KeptRows[]) => Promise<void>;
  /** Returns the claim keys of passages in order; null if the claims of one are not read yet. */
  readonly knownClaimsIn: (
    passages: readonly number[],
  ) => Promise<ReadonlyMap<number, readonly number[]>> | null;
}

/** With more terms than this, the rest is read on demand. */
const MOST_AHEAD = 1_000;
/** If at least this share of the results is usually cached, the rest is worth a separate round trip. */
const ENOUGH_KNOWN = 0.25;
/** The size of a row without its texts, in UTF-16 units. */
const ROW = 200;

type PlaceRow = readonly [number, number, number, number, number];
/** Index of the first field in a row of texts. */
const FIELDS = 6;
type TextRow = readonly [number, number, number | null, number, number, number, ...string[]];

/** Creates the full-text source over all visible scopes as one, for one question. */
export function createTeamLexicalSource(options: TeamLexicalOptions): TeamLexicalSource {
  const { db, keys, codec, totals, lasting, askOfPassages, bandsAsked, compareKept } = options;
  const vocabulary = createFetchedVocabulary(db);
  const finder = createPostingFinder(
    db,
    keys,
    () => ({
      documents: totals.documents,
      averageLength: Math.max(
        1,
        Object.values(totals.averageLength).reduce((sum, each) => sum + each, 0),
      ),
      documentsOf: vocabulary.documentsOf,
    }),
    lasting,
  );
  const toPlace = ([scope, key, passage, first, end]: PlaceRow) => ({
    key: keys.toKey(scope, key),
    passage: keys.toKey(scope, passage),
    first,
    end,
  });
  /** Reads the claims of passages with the filter's verdict, in one round trip. */
  const readClaimsIn = async (wanted: Wanted) => {
    const [found] = await Promise.all([askOfPassages(wanted), compareKept('claims')]);
    return Map.groupBy(found, ({ passage }) => passage);
  };
  const places = createKeyedCache<readonly ClaimPlace[]>(
    (passages) => readClaimsIn(keys.wanted(passages)),
    lasting.rows('claims of'),
  );
  // The largest rows of a question: fields are read by index, so no list is sliced.
  const toTexts = (rows: readonly TextRow[]) => {
    const textByKey = new Map<number, PassageRow>();
    for (const row of rows) {
      const [scope, note] = [row[0], row[2]];
      const fields: string[] = [];
      for (let i = FIELDS; i < row.length; i++) fields.push(fromStoredText(row[i] as string));
      const key = keys.toKey(scope, row[1]);
      textByKey.set(key, {
        key,
        note: note === null ? null : keys.toKey(scope, note),
        at: row[3],
        section: row[4],
        band: row[5],
        fields,
      });
    }
    return textByKey;
  };
  const texts = createKeyedCache<PassageRow>(
    async (passages) => toTexts(await db.ask<TextRow>(TEXTS, keys.wanted(passages))),
    lasting.rows('text', { sizeOf: lettersOf }),
  );
  const claimsIn = async (passages: readonly number[]) => [...(await places.read(passages)).values()].flat();
  const learnShare = (passages: readonly number[]) => {
    if (passages.length > 0) lasting.learnShare(1 - texts.unknown(passages).length / passages.length);
  };
  const keepTexts = (rows: readonly TextRow[]) => {
    const textByKey = toTexts(rows);
    texts.keep(textByKey.keys(), textByKey);
  };
  const placeOfClaim = lasting.rows<ClaimPlace>('place');
  const placesWithTexts = async (wanted: Wanted) => {
    const [rows, read] = await Promise.all([
      db.ask<PlaceRow>(PLACES, wanted),
      db.ask<TextRow>(TEXTS, kept('places')),
    ]);
    for (const place of withoutNone(rows).map(toPlace)) placeOfClaim.set(place.key, place);
    keepTexts(read);
  };
  let rest: { readonly limit: number; readonly found: readonly number[] } | null = null;
  const keepRest = ({ best, rest: found }: FoundByPostings, limit: number) => {
    if (found !== null && best.length < limit) rest = { limit, found };
    return [...new Set([...best, ...(found ?? [])])];
  };
  /** Sends all follow-up reads with the search, based on what it keeps: one round trip. */
  const findAndRead = async (plan: CandidatePlan, limit: number): Promise<readonly number[]> => {
    const [found, claims, read] = await Promise.all([
      finder.ranked(plan, limit, { isKept: true }),
      // Only the texts show which passages need a visibility check; most do not.
      readClaimsIn(kept('near')),
      db.ask<TextRow>(TEXTS, kept('found')),
    ]);
    const all = keepRest(found, limit);
    learnShare(all);
    places.keep(all.slice(0, NEAR), claims);
    keepTexts(read);
    return found.best;
  };
  /** Searches, then reads what is not cached of all follow-ups: two round trips, or one. */
  const findThenRead = async (plan: CandidatePlan, limit: number): Promise<readonly number[]> => {
    const found = await finder.ranked(plan, limit, { withRest: true });
    const all = keepRest(found, limit);
    learnShare(all);
    const unread = texts.unknown(all);
    const [read] = await Promise.all([
      unread.length === 0 ? [] : db.ask<TextRow>(TEXTS, keys.wanted(unread)),
      places.read(places.unknown(all.slice(0, NEAR))),
    ]);
    keepTexts(read);
    return found.best;
  };
  return {
    totals: () => totals,
    withVocabulary: vocabulary.read,
    ranked: async (plan, limit) =>
      limit > MOST_AHEAD
        ? (await finder.ranked(plan, limit)).best
        : lasting.share() < ENOUGH_KNOWN
          ? findAndRead(plan, limit)
          : findThenRead(plan, limit),
    rankedOfBands: async (plan) => {
      const bands = bandsAsked();
      return bands === null ? null : finder.rankedOfBands(plan, bands);
    },
    newest: async (wanted, limit, before) =>
      before === null && rest?.limit === limit ? rest.found : finder.newest(wanted, limit, before),
    rows: async (passages) => [...(await texts.read(passages)).values()],
    claimsIn,
    readClaimsAhead: places.read,
    knownClaimsIn: (passages) =>
      places.unknown(passages).length > 0 ? null : inOrder(places.read(passages)),
    placesOf: async (claims) => {
      const missing = claims.filter((key) => !placeOfClaim.has(key));
      if (missing.length > 0) await placesWithTexts(keys.wanted(missing));
      return claims.flatMap((key) => placeOfClaim.get(key) ?? []);
    },
    readAhead: (...names) => placesWithTexts(kept(...names)),
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

function lettersOf({ fields }: PassageRow): number {
  let letters = ROW;
  for (const field of fields) letters += field.length;
  return letters;
}

async function inOrder(reading: Promise<ReadonlyMap<number, readonly ClaimPlace[]>>) {
  const byPassage = await reading;
  return new Map(
    [...byPassage].map(([passage, claims]) => [
      passage,
      [...claims].sort((a, b) => a.first - b.first || a.key - b.key).map(({ key }) => key),
    ]),
  );
}
