import { fromWords, unspacedWords } from '../scripts/script-words.ts';
import { cuePattern } from './cue-pattern.ts';
import { assertionCues, type CueKind, type CuePlace } from './cues.ts';

const filed = (kind: CueKind, place: CuePlace) =>
  cuePattern(
    () => assertionCues().filter((cue) => cue.kind === kind && cue.place === place),
    place === 'start',
  );

const supposed = filed('hypothetical', 'start');
const maybe = filed('hypothetical', 'anywhere');
const wish = filed('wish', 'start');
const wanted = filed('wish', 'anywhere');
const hearsay = filed('quoted', 'anywhere');
const POLITE = /\b(?:would like|'d like)\b/giu;

const QUESTION = /[?？؟;]["'”’»)\]*_]*$/u;

/** Classifies how a text alone presents its content: as a fact, or as a question, a supposition, a wish or somebody else's words. */
export function classifyAssertion(said: string): CueKind | 'asserted' {
  const text = said.replaceAll('’', "'");
  if (isQuestion(text)) return 'question';
  if (isWhollyQuoted(said) || isReported(said)) return 'quoted';
  if (wish().test(text) || wanted().test(text) || isSaid(text, 'wish')) return 'wish';
  const stated = /^if you /iu.test(text) ? text.replace(POLITE, 'want') : text;
  return supposed().test(stated) || maybe().test(stated) ? 'hypothetical' : 'asserted';
}

function isQuestion(text: string): boolean {
  // Greek ends questions with a semicolon.
  if (QUESTION.test(text)) return !/;["'”’»)\]*_]*$/u.test(text) || /\p{Script=Greek}/u.test(text);
  return isSaid(text, 'question');
}

/** True if the text runs from the first quotation mark to the last, with at most an attribution outside. */
function isWhollyQuoted(text: string): boolean {
  return /^["“«„「][^"“”«»„」]{12,}["”»“」](?:\s*[-–—,].{0,60})?[.!]?$/u.test(text);
}

const verbsOf = (place: CuePlace, language?: string): string =>
  assertionCues()
    .filter((cue) => cue.place === place && (language === undefined || cue.language === language))
    .map(({ text }) => text.replaceAll('…', '\\p{L}+'))
    .join('|');

/** Verbs that introduce somebody's words, as alternatives of a pattern. */
export const sayingVerbs: () => string = fromWords(() => verbsOf('saying'));

/** "It is dead," said Bob. · Bob said: "It is dead." · «C'est fini», a dit Marie. */
const saidAfter = fromWords(
  () => new RegExp(`^["“«„].{4,}["”»“][.,!]?[\\s,–—-]*(?:\\p{L}+ ){0,2}(?:${sayingVerbs()})(?!\\p{L})`, 'iu'),
);
const saidBefore = fromWords(
  () =>
    new RegExp(
      `^(?:[\\p{L}.’'-]+ ){1,6}(?:${sayingVerbs()})(?: \\p{L}+){0,3}\\s?[,:]\\s*["“«„].{4,}["”»“][.!]?$`,
      'iu',
    ),
);
/** "Bob says that it is dead": reported statements and beliefs, without quotation marks. */
const indirect = fromWords(
  () =>
    new RegExp(
      `^(?:[\\p{L}.’'-]+ ){1,5}(?:(?:${verbsOf('that', 'en')}) that|(?:${verbsOf('that', 'de')}), dass` +
        `|(?:${verbsOf('that', 'fr')}|${verbsOf('that', 'es')}) que)(?!\\p{L})`,
      'iu',
    ),
);

/** True if a sentence of a script without spaces matches the list. */
function isSaid(text: string, how: 'wish' | 'question' | 'said'): boolean {
  return unspacedWords()?.[how].test(text) === true;
}

/** True if somebody else says or believes it, with or without quotation marks. "is said to" names nobody but is hearsay too. */
function isReported(text: string): boolean {
  return (
    saidAfter().test(text) ||
    saidBefore().test(text) ||
    indirect().test(text) ||
    hearsay().test(text) ||
    isSaid(text, 'said')
  );
}
