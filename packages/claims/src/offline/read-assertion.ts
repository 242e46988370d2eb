import type { Segment } from '@memora/vault';
import type { ClaimAssertion } from '../claim.ts';
import { SAYS } from './verbs-of-saying.ts';

/** Whole words of any script, any of them anywhere. */
const anyWord = (...lists: readonly string[]): RegExp =>
  new RegExp(`(?<!\\p{L})(?:${lists.join('|')})(?!\\p{L})`, 'iu');
/** The same at the beginning. */
const firstWords = (...lists: readonly string[]): RegExp =>
  new RegExp(`^[¡¿"“«]?(?:${lists.join('|')})(?!\\p{L})`, 'iu');

const SUPPOSED = firstWords(
  'suppose|assuming that|imagine|perhaps|maybe|what if|for example, say|if .* (?:might|could)',
  'es kann sein|angenommen|il se peut|il est possible|supposons|es posible|puede ser|a lo mejor|supongamos|forse|talvez|misschien',
);
const MAYBE = anyWord(
  'might|could have|would have|would be|would|probably|possibly|presumably|supposedly|allegedly|apparently|reportedly|rumou?r has it|(?:is|are|was|were) supposed to',
  'vielleicht|möglicherweise|wahrscheinlich|vermutlich|angeblich|würden?|könnten?|wäre|wären|hätten?|dürften?',
  'peut-être|probablement|apparemment|serait|seraient|pourrait|pourraient|aurait',
  'quizás?|tal vez|probablemente|supuestamente|al parecer|sería|serían|podría|podrían|habría',
  'forse|potrebbe|potrebbero|sarebbe|talvez|poderia|misschien|возможно|может быть|бы',
);
const MAYBE_CJK = /かもしれ|だろう|でしょう|たぶん|おそらく|^もし|也许|或许|可能会|^如果|^假如/u;

const WISH = firstWords(
  "i wish|i hope|let's|we should|todo|hopefully",
  'hoffentlich|(?:ich|wir) (?:hoffen?|wünschten?|wünschen?|möchten?)|lasst uns|wir sollten',
  "j'espère|nous espérons|espérons|je (?:souhaite|voudrais)|nous (?:souhaitons|voudrions)|j'aimerais|pourvu que",
  'espero|esperamos|ojalá|quisiera|quisiéramos|me gustaría|nos gustaría',
  'spero|speriamo|vorrei|vorremmo|tomara|oxalá|gostaria|ik hoop|hopelijk|we hopen|надеюсь|надеемся',
);
const WANTED = anyWord(
  "should be able to|i'd like to|i would like to|we want to|i want to|we hope|it would be (?:nice|great)",
);
const WISH_CJK =
  /(?:[いきしちにみりぎじびえけせてねれげぜべ見寝]たい|てほしい|て欲しい|ますように|といいな|ばいいのに)(?:です|と思(?:う|います))?[。.!！]?$|^(?:我们?)?希望|^但愿/u;
const POLITE = /\b(?:would like|'d like)\b/giu;

const QUESTION = /[?？؟;]["'”’»)\]*_]*$/u;
const QUESTION_CJK = /(?:です|ます|でした|ました|でしょう|ません|だろう)か[。.]?$|[吗呢][。.]?$/u;

/** How a text says what it says. */
export function readAssertion(text: string, segment: Segment): ClaimAssertion {
  if (segment.within.includes('quote')) return 'quoted';
  if (isQuestion(text)) return 'question';
  if (isWhollyQuoted(text) || isReported(text)) return 'quoted';
  if (WISH.test(text) || WANTED.test(text) || WISH_CJK.test(text)) return 'wish';
  const stated = /^if you /iu.test(text) ? text.replace(POLITE, 'want') : text;
  return SUPPOSED.test(stated) || MAYBE.test(stated) || MAYBE_CJK.test(stated) ? 'hypothetical' : 'asserted';
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

/** "It is dead," said Bob. · Bob said: "It is dead." · «C'est fini», a dit Marie. */
const SAID_AFTER = new RegExp(
  `^["“«„].{4,}["”»“][.,!]?[\\s,–—-]*(?:\\p{L}+ ){0,2}(?:${SAYS})(?!\\p{L})`,
  'iu',
);
const SAID_BEFORE = new RegExp(
  `^(?:[\\p{L}.’'-]+ ){1,6}(?:${SAYS})(?: \\p{L}+){0,3}\\s?[,:]\\s*["“«„].{4,}["”»“][.!]?$`,
  'iu',
);
/** Bob says that it is dead: what others say or believe, without their words. */
const INDIRECT = new RegExp(
  "^(?:[\\p{L}.’'-]+ ){1,5}(?:" +
    '(?:said|says|say|told \\p{L}+|claim(?:s|ed)?|alleges?|alleged|insist(?:s|ed)?|thinks?|thought|believe[sd]?|suspect(?:s|ed)?|fear(?:s|ed)?) that' +
    '|(?:sagt|sagte|behauptet|behauptete|glaubt|glaubte|meint|meinte), dass' +
    '|(?:dit|affirme|prétend|pense|croit) que|(?:dijo|dice|afirma|cree|piensa) que' +
    ')(?!\\p{L})',
  'iu',
);
const SAID_CJK =
  /[」』]と.{0,24}(?:言|述べ|話し|話す|語|書い|答え|主張)|と(?:言って|述べて|主張して|話して)い(?:る|た|ます|ました)[。.]?$|(?:とのことです?|そうだ|らしい)[。.]?$|^[^，,。]{1,10}(?:说|表示|认为|声称)[，,：:]/u;

/** "Drift is said to cost 40 EUR": nobody is named, and it is hearsay all the same. */
const HEARSAY =
  /(?<!\p{L})(?:is|are|was|were) (?:said|rumou?red|believed|thought|alleged|reported|claimed) to(?!\p{L})/iu;

/** What somebody else says or believes, with or without quotation marks. */
function isReported(text: string): boolean {
  return (
    SAID_AFTER.test(text) ||
    SAID_BEFORE.test(text) ||
    INDIRECT.test(text) ||
    HEARSAY.test(text) ||
    SAID_CJK.test(text)
  );
}
