import type { Report } from '../report.ts';
import { alignWithLangExtract } from './align-with-langextract.ts';
import { type DriftPair, lies } from './drift-lies.ts';
import { isUnquoted, variants } from './harmless-variants.ts';
import { judgePair } from './judge-pair.ts';
import type { SourceText } from './load-texts.ts';
import { createSeededRandom, type SeededRandom } from './seeded-random.ts';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'ru', 'ja', 'zh'] as const;
const EACH = 120;
/** langextract compares every token of the source with every one of the quote: it sees a part of the cases. */
const BASELINE_EACH = 12;
/** Share of a statement's words that stand in its evidence, above which word overlap would call it supported. */
const OVERLAP = 0.75;

interface Tally {
  readonly kind: string;
  cases: number;
  /** Lies accepted, or truths refused. */
  wrong: number;
  overlap: number;
  compared: number;
  langextract: number;
  readonly wrongBy: Map<string, number>;
  readonly casesBy: Map<string, number>;
}

/**
 * Near-copies of real sentences, strict verification of the whole answer: lies that differ from their evidence in a word or two, and
 * harmless rewordings. Cases come from the half of the sentences that nobody looked at while the check was written: those with an odd hash.
 */
export async function measureDrift(
  report: Report,
  texts: readonly SourceText[],
  seed: number,
): Promise<void> {
  const random = createSeededRandom(seed);
  const sentencesBy = heldOutSentences(texts);
  const namesBy = namesOf(texts);
  report.heading('near-copies that lie, held-out half: accepted lies by kind');
  const lied = await measure(lies, sentencesBy, random, true, (make, sentence, language) =>
    make(sentence, { random, language, names: namesBy.get(language) ?? [] }),
  );
  report.table(lied.map((tally) => rowOf(tally, 'accepted')));
  report.budget('drift lies accepted', share(lied), {
    max: 0.2,
    unit: '%',
    baseline: `word overlap ${percent(lied, 'overlap')}, langextract ${percent(lied, 'langextract', 'compared')}`,
  });
  report.note('by language (cases, accepted):');
  report.table(rowsByLanguage(lied));
  report.heading('near-copies that say the same or less, held-out half: refused variants by kind');
  const varied = await measure(variants, sentencesBy, random, false, (make, sentence) => {
    const statement = isUnquoted(sentence) ? make(sentence, random) : null;
    return statement === null ? null : { evidence: sentence, statement };
  });
  report.table(varied.map((tally) => rowOf(tally, 'refused')));
  report.budget('harmless variants refused', share(varied), { max: 0.12, unit: '%' });
  report.note('by language (cases, refused):');
  report.table(rowsByLanguage(varied));
}

async function measure<T>(
  kinds: Readonly<Record<string, T>>,
  sentencesBy: ReadonlyMap<string, readonly string[]>,
  random: SeededRandom,
  isLie: boolean,
  pairOf: (make: T, sentence: string, language: string) => DriftPair | null,
): Promise<Tally[]> {
  const tallies: Tally[] = [];
  for (const [kind, make] of Object.entries(kinds)) {
    const tally: Tally = {
      kind,
      cases: 0,
      wrong: 0,
      overlap: 0,
      compared: 0,
      langextract: 0,
      wrongBy: new Map(),
      casesBy: new Map(),
    };
    for (const language of LANGUAGES) {
      const sentences = sentencesBy.get(language) ?? [];
      const start = random.below(Math.max(1, sentences.length));
      let made = 0;
      for (let i = 0; i < sentences.length && made < EACH; i++) {
        const pair = pairOf(make, sentences[(start + i) % sentences.length] as string, language);
        if (pair === null) continue;
        made++;
        await count(tally, pair, language, isLie, made <= BASELINE_EACH);
      }
    }
    tallies.push(tally);
  }
  return tallies;
}

async function count(
  tally: Tally,
  { evidence, statement }: DriftPair,
  language: string,
  isLie: boolean,
  compare: boolean,
): Promise<void> {
  tally.cases++;
  add(tally.casesBy, language);
  const { verified } = await judgePair(statement, [evidence]);
  if (verified === isLie) {
    tally.wrong++;
    add(tally.wrongBy, language);
  }
  if (overlaps(statement, evidence) === isLie) tally.overlap++;
  if (!compare) return;
  tally.compared++;
  if ((alignWithLangExtract(evidence, statement) !== 'none') === isLie) tally.langextract++;
}

function overlaps(statement: string, evidence: string): boolean {
  const words = wordsOf(statement);
  const known = new Set(wordsOf(evidence));
  return words.filter((word) => known.has(word)).length >= words.length * OVERLAP;
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\u3040-\u9fff]|[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

function rowOf({ kind, cases, wrong, overlap, compared, langextract }: Tally, name: string) {
  return {
    kind,
    cases,
    [name]: wrong,
    '%': ((100 * wrong) / Math.max(1, cases)).toFixed(2),
    'word overlap %': ((100 * overlap) / Math.max(1, cases)).toFixed(1),
    'langextract %': ((100 * langextract) / Math.max(1, compared)).toFixed(1),
  };
}

function rowsByLanguage(tallies: readonly Tally[]) {
  const of = (pick: (tally: Tally) => ReadonlyMap<string, number>, language: string) =>
    tallies.reduce((sum, tally) => sum + (pick(tally).get(language) ?? 0), 0);
  return LANGUAGES.map((language) => {
    const cases = of(({ casesBy }) => casesBy, language);
    const wrong = of(({ wrongBy }) => wrongBy, language);
    return { language, cases, wrong, '%': ((100 * wrong) / Math.max(1, cases)).toFixed(2) };
  });
}

function share(tallies: readonly Tally[]): number {
  const cases = tallies.reduce((sum, tally) => sum + tally.cases, 0);
  return (100 * tallies.reduce((sum, { wrong }) => sum + wrong, 0)) / Math.max(1, cases);
}

function percent(
  tallies: readonly Tally[],
  of: 'overlap' | 'langextract',
  among: 'cases' | 'compared' = 'cases',
): string {
  const total = tallies.reduce((sum, tally) => sum + tally[among], 0);
  return `${((100 * tallies.reduce((sum, tally) => sum + tally[of], 0)) / Math.max(1, total)).toFixed(1)} %`;
}

/** Sentences of one piece (no stop inside, of which an answer might make two), by language. */
function heldOutSentences(texts: readonly SourceText[]): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  for (const { language, text, sentences } of texts) {
    const own = found.get(language) ?? new Set<string>();
    found.set(language, own);
    for (const { start, end } of sentences) {
      const sentence = text.slice(start, end).replace(/\s+/gu, ' ');
      if (
        /[*_`[\]<>|]|[.!?…:;—](?=.)|[。！？](?=.)/u.test(sentence.replace(/(?<=\d)[.,:](?=\d)/gu, '')) ||
        !isHeldOut(sentence)
      )
        continue;
      own.add(sentence);
    }
  }
  return new Map([...found].map(([language, own]) => [language, [...own]]));
}

function isHeldOut(sentence: string): boolean {
  let hash = 0;
  for (let i = 0; i < sentence.length; i++) hash = (Math.imul(hash, 31) + sentence.charCodeAt(i)) | 0;
  return (hash >>> 3) % 2 === 1;
}

function namesOf(texts: readonly SourceText[]): Map<string, readonly string[]> {
  const found = new Map<string, Set<string>>();
  const words = new Set(texts.flatMap(({ text }) => text.match(/(?<!\p{L})\p{Ll}{3,}/gu) ?? []));
  for (const { language, text } of texts) {
    const own = found.get(language) ?? new Set<string>();
    found.set(language, own);
    for (const [name] of text.matchAll(/(?<=[\p{Ll}\p{N}] )\p{Lu}\p{Ll}{2,}(?= [\p{Lu}\p{Ll}])/gu))
      if (!words.has(name.toLowerCase())) own.add(name);
  }
  return new Map([...found].map(([language, own]) => [language, [...own]]));
}
