import type { SecretCodec } from '@memora/privacy';
import {
  type CandidatePlan,
  type ClaimPlace,
  type LexicalSource,
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
import type { Foreseen } from './foresee.ts';
import { type KeptRows, withoutNone } from './kept-rows.ts';
import type { LastingRows } from './lasting-rows.ts';
import { kept, type ScopeKeys, type Wanted } from './scope-keys.ts';

interface TeamLexicalOptions {
  readonly db: AskingConnection;
  readonly keys: ScopeKeys;
  readonly codec: SecretCodec | undefined;
  /** What was read with the scopes already. */
  readonly foreseen: Foreseen;
  readonly lasting: LastingRows;
  /** Reads the claims of passages and asks the filter of the question about them. */
  readonly askOfPassages: (wanted: Wanted) => Promise<readonly ClaimPlace[]>;
  /** The codes of the bands that the question asks for; null where it asks for none, or the database does not find by them. */
  readonly bandsAsked: () => readonly number[] | null;
  /** Compares the vectors of claims that the statements before have kept, in the same round trip. */
  readonly compareKept: (...names: readonly KeptRows[]) => Promise<unknown>;
}

interface TeamLexicalSource extends LexicalSource {
  /** Reads where kept claims stand and the texts there, where they are few: what is reached is scored next. */
  readonly readAhead: (...names: readonly KeptRows[]) => Promise<void>;
  /** The keys of the claims in passages, in their order; null where the claims of one of them were not read yet. */
  readonly knownClaimsIn: (
    passages: readonly number[],
  ) => Promise<ReadonlyMap<number, readonly number[]>> | null;
}

/** What is found by more words than this is read when it is asked for. */
const MOST_FORESEEN = 1_000;
/** Where so much of what is found is known mostly, what is not is worth a round trip of its own. */
const ENOUGH_KNOWN = 0.25;
/** What a row takes besides its texts, in letters. */
const ROW = 200;

type PlaceRow = readonly [number, number, number, number, number];
/** Where the fields stand in a row of texts. */
const FIELDS = 6;
type TextRow = readonly [number, number, number | null, number, number, number, ...string[]];

/** The full-text index of all visible scopes as one, for one question. */
export function createTeamLexicalSource(options: TeamLexicalOptions): TeamLexicalSource {
  const { db, keys, codec, foreseen, lasting, askOfPassages, bandsAsked, compareKept } = options;
  const { totals } = foreseen;
  const vocabulary = createFetchedVocabulary(db, foreseen.documents);
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
  /** The claims of passages, with what the filter says of them: one round trip. */
  const readClaimsIn = async (wanted: Wanted) => {
    const [found] = await Promise.all([askOfPassages(wanted), compareKept('claims')]);
    return Map.groupBy(found, ({ passage }) => passage);
  };
  const places = createKeyedCache<readonly ClaimPlace[]>(
    (passages) => readClaimsIn(keys.wanted(passages)),
    lasting.rows('claims of'),
  );
  // The largest rows of a question: read by their places, so that no list is made of a part of one.
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
  /** Everything that is asked for next goes out with it, and goes on from what it has found: one round trip. */
  const findAndRead = async (plan: CandidatePlan, limit: number): Promise<readonly number[]> => {
    const [found, claims, read] = await Promise.all([
      finder.ranked(plan, limit, { isKept: true }),
      // Of most passages nobody asks who may see their claims: which, only their texts tell.
      readClaimsIn(kept('near')),
      db.ask<TextRow>(TEXTS, kept('found')),
    ]);
    const all = keepRest(found, limit);
    learnShare(all);
    places.keep(all.slice(0, NEAR), claims);
    keepTexts(read);
    return found.best;
  };
  /** Finds, and reads what is not known by now of all that is asked for next: two round trips, or one. */
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
      limit > MOST_FORESEEN
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
