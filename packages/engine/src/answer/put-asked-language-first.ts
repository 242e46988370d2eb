import { type AskedLanguage, isToldIn } from '@memora/language/detect';
import type { Evidence } from './evidence/evidence.ts';
import type { Unit } from './units/unit.ts';

/** What is left of the score of what is told in another language than it is asked in. */
const OTHER = 0.6;

/** What was found, with notes that are told in the language of the question first. */
export interface OrderedEvidence {
  readonly evidence: readonly Evidence[];
  /** True where something is told in another language, and nothing in that of the question. */
  readonly isOnlyOther: boolean;
}

/**
 * Puts what is told in the language of the question first: of a text and its translations a reader wants their own. A note's language is seen in
 * what was found of it and nothing else, so that no word of it that may not be shown plays a part.
 */
export function putAskedLanguageFirst(
  evidence: readonly Evidence[],
  asked: AskedLanguage | null,
): OrderedEvidence {
  const toldByNote = readNotes(evidence, asked, ({ claim, text }) => [
    text,
    claim.notePath,
    claim.headingPath,
  ]);
  const told = [...toldByNote.values()];
  if (!told.includes(false)) return { evidence, isOnlyOther: false };
  const ordered = evidence
    .map((each) =>
      toldByNote.get(each.claim.notePath) === false
        ? { ...each, score: each.score * OTHER, inOtherLanguage: true }
        : each,
    )
    .sort((a, b) => b.score - a.score);
  return { evidence: ordered, isOnlyOther: !told.includes(true) };
}

/** The same of what is shown together: a paragraph says more of its language than the sentence in it that was found. */
export function markOtherLanguage(units: readonly Unit[], asked: AskedLanguage | null): Unit[] {
  const textOf = ({ blocks }: Unit) =>
    blocks.flatMap(({ lines }) => lines.map(({ text }) => text)).join('\n');
  const toldByNote = readNotes(units, asked, (unit) => [textOf(unit), unit.notePath, unit.headingPath]);
  return units.map((unit) => {
    if (toldByNote.get(unit.notePath) !== false) return unit;
    const isKnown = unit.found.some(({ evidence }) => evidence.some((each) => each.inOtherLanguage === true));
    return { ...unit, score: isKnown ? unit.score : unit.score * OTHER, inOtherLanguage: true };
  });
}

/** Whether each note is told in the language asked in, by what is shown of it. */
function readNotes<Item>(
  items: readonly Item[],
  asked: AskedLanguage | null,
  read: (item: Item) => readonly [text: string, notePath: string, headings: readonly string[]],
): ReadonlyMap<string, boolean | null> {
  if (asked === null) return new Map();
  const texts = Map.groupBy(items.map(read), ([, notePath]) => notePath);
  return new Map(
    [...texts].map(([path, ofNote]) => [
      path,
      isToldIn([...ofNote.map(([text]) => text), ...(ofNote[0]?.[2] ?? [])].join('\n'), asked) ??
        isNamedIn(path, asked, texts),
    ]),
  );
}

/** `README-it.md` beside `README.md`. */
const TRANSLATION = /^(?<stem>.*[^-_./])[-_.](?<code>[a-z]{2})(?:[-_][A-Za-z]{2,4})?(?<end>\.mdx?)$/u;

/** False for a note that its name calls a translation into another language than the one asked in; null where the name does not say. */
function isNamedIn(
  path: string,
  { language }: AskedLanguage,
  known: { readonly has: (path: string) => boolean },
): boolean | null {
  const { stem = '', code, end = '' } = TRANSLATION.exec(path)?.groups ?? {};
  if (code === undefined || language === null) return null;
  if (!known.has(`${stem}${end}`) && !/(?:^|\/)(?:readme|index)$/iu.test(stem)) return null;
  return code === language;
}
