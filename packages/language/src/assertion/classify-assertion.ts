import { cuePattern } from './cue-pattern.ts';
import { ASSERTION_CUES, type CueKind, type CuePlace } from './cues.ts';

const filed = (kind: CueKind, place: CuePlace) =>
  cuePattern(
    () => ASSERTION_CUES.filter((cue) => cue.files && cue.kind === kind && cue.place === place),
    place === 'start',
  );

const supposed = filed('hypothetical', 'start');
const maybe = filed('hypothetical', 'anywhere');
const wish = filed('wish', 'start');
const wanted = filed('wish', 'anywhere');
const hearsay = filed('quoted', 'anywhere');
const WISH_CJK =
  /(?:[いきしちにみりぎじびえけせてねれげぜべ見寝]たい|てほしい|て欲しい|ますように|といいな|ばいいのに)(?:です|と思(?:う|います))?[。.!！]?$/u;
const POLITE = /\b(?:would like|'d like)\b/giu;

const QUESTION = /[?？؟;]["'”’»)\]*_]*$/u;
const QUESTION_CJK = /(?:です|ます|でした|ました|でしょう|ません|だろう)か[。.]?$|[吗呢][。.]?$/u;

/** How a text by itself says what it says: as a fact, or as something asked, supposed, wished or said by somebody else. */
export function classifyAssertion(said: string): CueKind | 'asserted' {
  const text = said.replaceAll('’', "'");
  if (isQuestion(text)) return 'question';
  if (isWhollyQuoted(said) || isReported(said)) return 'quoted';
  if (wish().test(text) || wanted().test(text) || WISH_CJK.test(text)) return 'wish';
  const stated = /^if you /iu.test(text) ? text.replace(POLITE, 'want') : text;
  return supposed().test(stated) || maybe().test(stated) ? 'hypothetical' : 'asserted';
}

function isQuestion(text: string): boolean {
  // Greek asks with a semicolon.
  if (QUESTION.test(text)) return !/;["'”’»)\]*_]*$/u.test(text) || /\p{Script=Greek}/u.test(text);
  return QUESTION_CJK.test(text);
}

/** From the first quotation mark to the last, with at most an attribution outside. */
function isWhollyQuoted(text: string): boolean {
  return /^["“«„「][^"“”«»„」]{12,}["”»“」](?:\s*[-–—,].{0,60})?[.!]?$/u.test(text);
}

const verbsOf = (place: CuePlace, language?: string): string =>
  ASSERTION_CUES.filter((cue) => cue.place === place && (language === undefined || cue.language === language))
    .map(({ text }) => text.replaceAll('…', '\\p{L}+'))
    .join('|');

/** Verbs by which somebody's words are given, as alternatives of a pattern. */
export const SAYING_VERBS = verbsOf('saying');

/** "It is dead," said Bob. · Bob said: "It is dead." · «C'est fini», a dit Marie. */
const SAID_AFTER = new RegExp(
  `^["“«„].{4,}["”»“][.,!]?[\\s,–—-]*(?:\\p{L}+ ){0,2}(?:${SAYING_VERBS})(?!\\p{L})`,
  'iu',
);
const SAID_BEFORE = new RegExp(
  `^(?:[\\p{L}.’'-]+ ){1,6}(?:${SAYING_VERBS})(?: \\p{L}+){0,3}\\s?[,:]\\s*["“«„].{4,}["”»“][.!]?$`,
  'iu',
);
/** Bob says that it is dead: what others say or believe, without their words. */
const INDIRECT = new RegExp(
  `^(?:[\\p{L}.’'-]+ ){1,5}(?:(?:${verbsOf('that', 'en')}) that|(?:${verbsOf('that', 'de')}), dass` +
    `|(?:${verbsOf('that', 'fr')}|${verbsOf('that', 'es')}) que)(?!\\p{L})`,
  'iu',
);
const SAID_CJK =
  /[」』]と.{0,24}(?:言|述べ|話し|話す|語|書い|答え|主張)|と(?:言って|述べて|主張して|話して)い(?:る|た|ます|ました)[。.]?$|(?:とのことです?|そうだ|らしい)[。.]?$|^[^，,。]{1,10}(?:说|表示|认为|声称)[，,：:]/u;

/** What somebody else says or believes, with or without quotation marks; "is said to" names nobody, and is hearsay all the same. */
function isReported(text: string): boolean {
  return (
    SAID_AFTER.test(text) ||
    SAID_BEFORE.test(text) ||
    INDIRECT.test(text) ||
    hearsay().test(text) ||
    SAID_CJK.test(text)
  );
}
