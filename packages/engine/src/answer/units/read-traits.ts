import { holdsFigure, holdsTime, leadsOn, mayName } from '@memora/language/asked';
import type { Unit } from './unit.ts';

/** What can be seen of a unit, whatever is asked. */
export interface UnitTraits {
  readonly text: string;
  /** The same without code and addresses. */
  readonly prose: string;
  /** It holds a number, in figures or words. */
  readonly figure: boolean;
  /** The same but for versions, which are no number of anything. */
  readonly count: boolean;
  /** It holds a date, a time, a year or a version, or says how often. */
  readonly time: boolean;
  /** It names somebody: a word in capitals inside a sentence, an account, an address. Scripts without capitals may always. */
  readonly name: boolean;
  /** The same at the beginning of a sentence too, where a capital says little, and in text without capitals. */
  readonly mayName: boolean;
  /** It names a place: a path, an address, code. */
  readonly place: boolean;
  /** It tells steps: a numbered list, or code. */
  readonly steps: boolean;
  /** Nothing but code. */
  readonly onlyCode: boolean;
  readonly onlyRows: boolean;
  /** Most of it is links. */
  readonly links: boolean;
  /** Every line of it is a row of links with next to nothing between them: it leads somewhere else and says nothing. */
  readonly onlyLeads: boolean;
  /** Points that begin with links, below "See also" or "What's next?". */
  readonly leadsOn: boolean;
  readonly inFrontmatter: boolean;
  /** Nothing but fields of a note in its text: `type:: feature`. */
  readonly onlyFields: boolean;
  /** It introduces something that it does not show. */
  readonly open: boolean;
  /** Code, and lines that introduce it: it tells how, and hardly anything else. */
  readonly onlyIntroduces: boolean;
}

export function readTraits({ blocks, headingPath }: Unit): UnitTraits {
  const lines = blocks.flatMap((block) => block.lines.map((line) => ({ ...line, kind: block.kind })));
  const text = lines.map((line) => line.text).join('\n');
  const prose = lines
    .filter(({ kind }) => kind !== 'code')
    .map((line) => line.text)
    .join('\n');
  const linkless = lettersOf(prose.replace(LINK, ''));
  // Digits of addresses count nothing, and capitals of addresses, code and tags name nobody.
  const unaddressed = prose.replace(ADDRESS, ' ');
  const worded = unaddressed.replace(/`[^`]*`|<[^<>]*>|"[^"]*\.\w{2,4}"/gu, ' ');
  const all = lettersOf(prose);
  return {
    text,
    prose: worded,
    // Only one of them is asked for, and each takes a table of words.
    get figure() {
      return holdsFigure(unaddressed);
    },
    get count() {
      return holdsFigure(unaddressed.replace(VERSION, ' '));
    },
    get time() {
      return holdsTime(prose);
    },
    get name() {
      return (
        /(?<=[\p{L}\p{N},;)]\s\W{0,3})\p{Lu}[\p{L}\p{M}'’-]+/u.test(worded) ||
        /(?:^|[\s([])@[\w-]+|\S@\S+\.\S/u.test(prose) ||
        !/\p{Lu}|\p{Ll}/u.test(prose)
      );
    },
    get mayName() {
      return mayName(worded);
    },
    place: /[\w~.]*\/[\w.~<>-]+|https?:|`[^`]+`/u.test(prose),
    steps:
      blocks.filter(({ mark }) => /^\d/u.test(mark)).length > 1 || blocks.some(({ kind }) => kind === 'code'),
    onlyCode: blocks.every(({ kind }) => kind === 'code'),
    onlyRows: blocks.every(({ kind }) => kind === 'row'),
    links: prose !== '' && linkless.length < all.length / 3,
    onlyLeads: blocks.every(({ lines: own }) => isRowOfLinks(own.map((line) => line.text).join(' '))),
    leadsOn: leadsOn(headingPath.at(-1) ?? '') && areLinks(blocks),
    onlyFields: text.split('\n').every((line) => FIELD.test(line)),
    inFrontmatter: blocks.every(({ kind }) => kind === 'property'),
    open: /[:：][*_\s]*$/u.test(text),
    onlyIntroduces:
      blocks.some(({ kind }) => kind === 'code') &&
      blocks.every(
        ({ kind, lines: own }) => kind === 'code' || own.every((line) => /[:：][*_\s]*$/u.test(line.text)),
      ),
  };
}

/** Where a link leads, behind its words or by itself. */
const ADDRESS = /\]\([^()]*\)|https?:[^\s>"')]+/gu;
/** `7.20.0`, `v2.0.1`. */
const VERSION = /(?<![\p{L}\p{N}.])v?\d+(?:\.\d+){2,}(?![\p{L}\p{N}])/gu;
const LINK = /!?\[\[[^[\]]*\]\]|!?\[[^[\]]*\](?:\([^()]*\)|\[[^[\]]*\])|<?https?:[^\s>)]+>?/gu;
const FIELD = /^\s*[\p{L}\p{N}_-]+:: /u;
/** True for points that all begin with a link, whatever introduces them. */
function areLinks(blocks: Unit['blocks']): boolean {
  const points = blocks.filter(({ kind }) => kind === 'item');
  return (
    points.length > 0 &&
    points.every(({ lines: [first] }) => /^[*_\s]*(?:!?\[|https?:)/u.test(first?.text ?? ''))
  );
}

/** This many links on a line lead on; fewer may be what is asked for. */
const ROW = 3;
const BETWEEN = 0.15;

function isRowOfLinks(line: string): boolean {
  const links = line.match(LINK)?.length ?? 0;
  return links >= ROW && lettersOf(line.replace(LINK, '')).length < lettersOf(line).length * BETWEEN;
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}
