import { LANGUAGES, type Language, type Script, scriptOf } from '../stems/languages.ts';
import { STOP_WORDS } from '../stems/stop-words.ts';
import { foldWord } from '../text/fold-word.ts';
import { chunksOf } from '../text/split-words.ts';

const SCRIPTS: readonly [RegExp, Script][] = [
  [/\p{Script=Latin}/u, 'latin'],
  [/\p{Script=Cyrillic}/u, 'cyrillic'],
  [/\p{Script=Greek}/u, 'greek'],
  [/\p{Script=Arabic}/u, 'arabic'],
  [/\p{Script=Devanagari}/u, 'devanagari'],
  [/\p{Script=Tamil}/u, 'tamil'],
  [/\p{Script=Armenian}/u, 'armenian'],
];

/** Letters of languages that have no stemmer here: Polish, Czech, Slovak, Vietnamese. */
const UNSUPPORTED = /[łąęśźżřěůťďľĺŕơư\u1ea0-\u1ef9]/u;
/** Compiling a pattern with Unicode classes takes longer than a search, so it is done only for text that needs it. */
const WORD = () => /[\p{L}\p{M}]+/gu;

const ASCII = /^[\x00-\x7f]*$/u;
const ASCII_WORD = /[a-z]+/g;

/** Up to this many words are looked up one by one. After that an index is built, which takes longer than a question does. */
const FEW = 500;
let lookups = 0;
const languagesByWordByScript = new Map<Script, Map<string, Language[]>>();

/** The languages of a script that have this stop word. No word is written in two scripts. */
function languagesOf(word: string, script: Script): readonly Language[] {
  if (lookups++ >= FEW) return stopIndex(script).get(word) ?? [];
  return LANGUAGES.filter(
    (language) => scriptOf(language) === script && STOP_WORDS[language].includes(` ${word} `),
  );
}

function stopIndex(script: Script): ReadonlyMap<string, Language[]> {
  const known = languagesByWordByScript.get(script);
  if (known) return known;
  const languagesByWord = new Map<string, Language[]>();
  languagesByWordByScript.set(script, languagesByWord);
  for (const language of LANGUAGES) {
    if (scriptOf(language) !== script) continue;
    for (const word of STOP_WORDS[language].trim().split(' ')) {
      const list = languagesByWord.get(word);
      if (list) list.push(language);
      else languagesByWord.set(word, [language]);
    }
  }
  return languagesByWord;
}

interface DetectedLanguage {
  readonly language: Language;
  /** True if the words decided; false if the script's usual language was assumed. */
  readonly sure: boolean;
}

interface LanguageVote {
  /** The index of the language in LANGUAGES. */
  readonly language: number;
  readonly share: number;
}

/** The evidence of a chunk of text for its language. The evidence of a text is the sum of its chunks. */
export interface LanguageEvidence {
  readonly votes: readonly LanguageVote[];
  /** One bit for each of SCRIPTS. */
  readonly scripts: number;
  /** True if a letter belongs to a language that has no stemmer here. */
  readonly foreign: boolean;
}

/**
 * Stop words of exactly one other language, some without its accents, that are also everyday English words. Alone they prove nothing: "Pump 4 runs at 62 bar."
 * is not Hungarian.
 */
const ENGLISH_TOO: ReadonlySet<string> = new Set(
  'also bar care come data end final general link mind net primer save sub todo total want zero'.split(' '),
);

/** Each stop word has one vote, shared among the languages that have it. */
export function languageEvidence(chunk: string): LanguageEvidence {
  const lower = chunk.toLowerCase();
  const isAscii = ASCII.test(lower);
  const scripts = isAscii ? Number(/[a-z]/.test(lower)) : scriptsOf(lower);
  const names = SCRIPTS.filter((_, i) => (scripts & (1 << i)) !== 0).map(([, script]) => script);
  const votes: LanguageVote[] = [];
  for (const match of lower.match(isAscii ? ASCII_WORD : WORD()) ?? []) {
    const word = foldWord(match);
    const languages = names.flatMap((script) => languagesOf(word, script));
    const weight = ENGLISH_TOO.has(word) ? 0.4 : 1;
    for (const language of languages)
      votes.push({ language: NUMBERS.get(language) as number, share: weight / languages.length });
  }
  return { votes, scripts, foreign: !isAscii && UNSUPPORTED.test(lower) };
}

/** One bit for each of SCRIPTS that occurs in a text; Latin is the first. */
function scriptsOf(text: string): number {
  return SCRIPTS.reduce((bits, [pattern], i) => (pattern.test(text) ? bits | (1 << i) : bits), 0);
}

const NUMBERS: ReadonlyMap<Language, number> = new Map(LANGUAGES.map((language, i) => [language, i]));

/** Running totals of the evidence of several chunks or texts. */
interface LanguageBallot {
  readonly add: (evidence: LanguageEvidence) => void;
  readonly result: () => LanguageEvidence;
  readonly decide: () => DetectedLanguage;
  readonly clear: () => void;
}

export function createBallot(): LanguageBallot {
  const counts = new Float64Array(LANGUAGES.length);
  let scripts = 0;
  let foreign = false;
  return {
    add: (evidence) => {
      for (const { language, share } of evidence.votes) counts[language] = (counts[language] ?? 0) + share;
      scripts |= evidence.scripts;
      if (evidence.foreign) foreign = true;
    },
    result: () => {
      const votes: LanguageVote[] = [];
      counts.forEach((share, language) => {
        if (share > 0) votes.push({ language, share });
      });
      return { votes, scripts, foreign };
    },
    decide: () => decideLanguage(counts, scripts, foreign),
    clear: () => {
      counts.fill(0);
      scripts = 0;
      foreign = false;
    },
  };
}

/** Maximum number of characters that detection reads. A claim with its neighbours is shorter, and so is every question. */
export const LANGUAGE_SAMPLE = 1200;

/**
 * The language that the stop words of a text vote for. If they do not decide, Latin script counts as English, and any other script as its most common language
 * here. Depends only on the text, so an index is the same whatever the order it is built in.
 */
export function detectLanguage(text: string): DetectedLanguage {
  const ballot = createBallot();
  for (const chunk of chunksOf(text.slice(0, LANGUAGE_SAMPLE))) ballot.add(evidenceOf(chunk));
  return ballot.decide();
}

/** How many words are cached, because words recur in questions. */
const MOST_KNOWN = 2_048;
/** The longest cached word. A longer one would keep the text that it was cut from in memory. */
const LONGEST_KNOWN = 12;
const evidenceByChunk = new Map<string, LanguageEvidence>();

function evidenceOf(chunk: string): LanguageEvidence {
  if (chunk.length > LONGEST_KNOWN) return languageEvidence(chunk);
  let known = evidenceByChunk.get(chunk);
  if (known === undefined) {
    known = languageEvidence(chunk);
    if (evidenceByChunk.size >= MOST_KNOWN) evidenceByChunk.clear();
    evidenceByChunk.set(chunk, known);
  }
  return known;
}

function decideLanguage(votes: Float64Array, scripts: number, foreign: boolean): DetectedLanguage {
  let best = -1;
  let bestVotes = 0;
  let second = 0;
  votes.forEach((count, i) => {
    if (count > bestVotes) {
      second = bestVotes;
      best = i;
      bestVotes = count;
    } else if (count > second) second = count;
  });
  if (foreign && bestVotes < 6) return { language: 'und', sure: true };
  if (best >= 0 && bestVotes >= 1 && bestVotes > second * 1.2)
    return { language: LANGUAGES[best] as Language, sure: bestVotes >= 1.5 };
  return { language: fallback(scripts), sure: false };
}

const DEFAULTS: Readonly<Record<string, Language>> = {
  latin: 'en',
  cyrillic: 'ru',
  greek: 'el',
  arabic: 'ar',
  devanagari: 'hi',
  tamil: 'ta',
  armenian: 'hy',
};

function fallback(scripts: number): Language {
  const first = SCRIPTS.findIndex((_, i) => (scripts & (1 << i)) !== 0);
  return DEFAULTS[SCRIPTS[first]?.[1] ?? ''] ?? 'und';
}
