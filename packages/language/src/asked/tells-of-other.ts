/** What people do to a thing that begins with it, in the past. */
export const MADE =
  'wrote|written|created|made|built|developed|designed|founded|invented|authored|started|coded|programmed|composed|painted|drew|drawn|directed|published|launched|conceived|devised|came up with|maintains|maintained';

/** `files that were created by the`: what was made, up to the verb. */
const MADE_BY = new RegExp(
  `([^,;:.!?\\n]*?)\\b(?:(?:that|which|who)\\s+)?(?:(?:is|are|was|were|be|been|being|has|have|had|first|originally|also|and|\\w+ly)\\s+)*(?:${MADE})\\s+by\\b[^,;:.!?\\n]*$`,
  'iu',
);
/** `wrote letters to the harbour`: what was made, behind the verb. */
const MADE_IT = new RegExp(
  `\\b(?:${MADE})\\b\\s*([^,;:.!?\\n]*?)(?=$|[,;:.!?\\n]|\\s(?:in|on|at|for|with|from|to|as|by|during|since|while|because|and)\\b)`,
  'iu',
);
/** `it`, `this tool`: what a text calls what it is about. */
const ITSELF =
  /^(?:and|but|so|then)?\s*(?:it|they|he|she|this|that|these|those|them|all|everything|which|who|(?:the|this|our|my|its)(?:\s+[\p{L}\p{M}\p{N}-]+){1,3}(?<!s))?$/iu;
/** As many first letters in common are one word in two forms. */
const SAME_LETTERS = 4;

/**
 * True where a text tells of something else than a question asks for that it was made: `files that were created by the importer` where it is asked who created
 * the app. `before` is the text up to a maker's name, `behind` what follows it; one of them may be empty. What calls its thing by no name (`it`, `the tool`, `Maintained
 * by`) may tell of what is asked for. English alone.
 */
export function tellsOfOther(before: string, behind: string, question: string): boolean {
  const made = (before === '' ? MADE_IT.exec(behind) : MADE_BY.exec(before))?.[1]
    ?.replace(/[^\p{L}\p{M}\p{N}\s'-]+/gu, ' ')
    .trim();
  if (made === undefined || ITSELF.test(made)) return false;
  const asked = wordsOf(question);
  return !wordsOf(made).some((word) => asked.some((each) => isSame(word, each)));
}

function wordsOf(text: string): string[] {
  return (
    text
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]{3,}/gu)
      ?.filter((word) => !SMALL.test(word)) ?? []
  );
}

const SMALL = new RegExp(
  `^(?:who|the|was|were|has|have|and|for|with|that|which|this|by|whom|${MADE})$`,
  'iu',
);

function isSame(a: string, b: string): boolean {
  return (
    a === b ||
    (Math.min(a.length, b.length) >= SAME_LETTERS && a.slice(0, SAME_LETTERS) === b.slice(0, SAME_LETTERS))
  );
}
