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

/** What a question says of the kind of thing whose maker it asks for, and of nothing else. */
const KIND = /^(?:article|book|course|guide|manual|novel|paper|poem|song|text|tutorial|video)$/u;
/** What it takes to ask: no word of what is asked for. */
const ASKING = new RegExp(
  `^(?:who|whom|which|the|an?|of|to|in|on|and|or|for|with|at|from|is|are|was|were|has|have|had|did|does|do|by|first|originally|actually|initially|else|s|people|person|company|team|` +
    `(?:author|creator|founder|inventor|designer|developer|maker|maintainer)s?|${MADE})$`,
  'u',
);
/** What tells copies of one title from each other. */
const EDITION = /^(?:\p{N}.*|edition|ed|version|vol|volume|part|\p{L})$/u;

/** `[Games with Python](https://…) - Ida`, `Games – Ida`: a title, and who made what it names. */
const ENTRY = /^[\s*+•-]*(?<title>.*?\S)\s+[-–—]\s/u;

/**
 * True where what stands at a place of a text is of an entry of a list, `[Games with Python] - Ida`, and the entry is of something that is only about what a question asks for: its title has more
 * words than the one that is asked for, or lacks one of several. Behind a colon or in brackets a title is explained. Of a title that is no link and shares no word nothing is known.
 */
export function isEntryOfOther(text: string, at: number, question: string): boolean {
  const [line = ''] = text.slice(text.lastIndexOf('\n', at - 1) + 1).split('\n', 1);
  const entry = ENTRY.exec(line)?.groups?.['title'];
  if (entry === undefined) return false;
  const [title = ''] = entry.replace(/\]\([^()]*\)?|[[\]*_`]/gu, ' ').split(/[:(–—]/u);
  const asked = lettersOf(question).filter((word) => !ASKING.test(word));
  const own = lettersOf(title).filter(
    (word) => !ASKING.test(word) && (asked.includes(word) || !EDITION.test(word)),
  );
  const named = asked.filter((word) => !KIND.test(word));
  if (!named.some((word) => own.includes(word))) return entry.startsWith('[');
  if (!named.every((word) => own.includes(word))) return true;
  return named.length === 1 && own.some((word) => !asked.includes(word));
}

/** Words in small letters; a plural is its word. */
function lettersOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return words.map((word) => word.replace(/(?<=[\p{L}\p{M}]{3})s$/u, ''));
}
