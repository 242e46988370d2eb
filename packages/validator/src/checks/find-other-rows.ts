import type { TokenDisagreement } from '../contract/critical-token-report.ts';
import { isSameKind, shareKey } from '../figures/compare-figures.ts';
import type { Figure } from '../figures/figure.ts';
import { readFigures, saidFigures } from '../figures/read-figures.ts';
import type { NotePassage } from '../passages/note-text.ts';
import type { OutlineBlock } from '../passages/read-outline.ts';
import { readWords } from '../wording/read-words.ts';
import { figuresOf } from './check-figures.ts';

/** A figure with its labels: the first cell of its row, the head of its column, or the label of its item. */
interface Entry {
  readonly label: ReadonlySet<string>;
  readonly figures: readonly Figure[];
}

/** The entries of one list, one table column or one table row. */
type Group = readonly Entry[];

const KEY = Symbol('rows');
/** Longer tables are not checked. */
const MOST_BLOCKS = 400;

/**
 * Finds figures that the note has under another label than the one named: `Standard keeps notes for 12
 * months`, if the row of Standard has 1 month and the row of Plus has 12. Reported only if the named label
 * has a figure of that kind which the statement omits, and no other text has the figure. Figures in `context`
 * count under any label.
 */
export function findOtherRows(
  plain: string,
  passages: readonly NotePassage[],
  context: () => readonly Figure[],
): TokenDisagreement[] {
  const figures = saidFigures(plain).filter(({ kind }) => PLACED.has(kind));
  if (figures.length === 0) return [];
  const groups = passages.flatMap(readGroups);
  if (groups.length === 0) return [];
  const known = passages.flatMap(figuresOf);
  const asked = context();
  const said = new Set(readWords(plain));
  const isSaid = (figure: Figure) => figures.some((other) => shareKey(other, figure));
  return figures.flatMap((figure) => {
    const has = (other: Figure) => shareKey(figure, other);
    if (asked.some(has)) return [];
    const holders = known.filter(has).length;
    for (const group of groups) {
      const holding = group.filter((entry) => entry.figures.some(has));
      // A figure that also occurs elsewhere does not belong to this group.
      if (holding.length === 0 || holding.length < holders) continue;
      const own = group.find(
        (entry) =>
          !holding.includes(entry) &&
          isNamed(entry, holding, said) &&
          holding.every((other) => !isTouched(other, entry, said)),
      );
      const other = own?.figures.find((each) => isSameKind(figure, each) && !isSaid(each));
      if (other !== undefined)
        return [
          {
            kind: 'number' as const,
            statementToken: figure.text,
            evidenceToken: other.text,
            decisive: true,
          },
        ];
    }
    return [];
  });
}

const PLACED: ReadonlySet<Figure['kind']> = new Set(['number', 'fraction', 'version']);

/** True if the statement contains all words that distinguish a label from the others, and there is at least one. */
function isNamed(entry: Entry, others: readonly Entry[], said: ReadonlySet<string>): boolean {
  const own = [...entry.label].filter((word) => others.every(({ label }) => !label.has(word)));
  return own.length > 0 && own.every((word) => said.has(word));
}

/** True if the statement contains a word of a label that the other does not have. */
function isTouched({ label }: Entry, { label: beside }: Entry, said: ReadonlySet<string>): boolean {
  return label.size === 0 || [...label].some((word) => !beside.has(word) && said.has(word));
}

function readGroups(passage: NotePassage): readonly Group[] {
  const known = passage.kept.get(KEY) as readonly Group[] | undefined;
  if (known !== undefined) return known;
  const { blocks, context } = passage;
  const groups: Group[] = [];
  if (blocks.length <= MOST_BLOCKS) {
    for (const rows of groupBy(blocks, 'row', ({ block }) => block))
      groups.push(...tableGroups(rows, context.header));
    for (const items of groupBy(blocks, 'item', ({ depth }) => depth))
      groups.push(
        items.flatMap(({ text }) => {
          const colon = text.indexOf(':');
          if (colon === -1) return [];
          return [{ label: labelOf(text.slice(0, colon)), figures: readFigures(text.slice(colon + 1)) }];
        }),
      );
  }
  const read = groups.filter(({ length }) => length > 1);
  passage.kept.set(KEY, read);
  return read;
}

/** Groups blocks by key, in order. `Map.groupBy` requires Node 21. */
function groupBy(
  blocks: readonly OutlineBlock[],
  kind: OutlineBlock['kind'],
  keyOf: (block: OutlineBlock) => number | undefined,
): Iterable<readonly OutlineBlock[]> {
  const groups = new Map<number | undefined, OutlineBlock[]>();
  for (const block of blocks)
    if (block.kind === kind) groups.set(keyOf(block), [...(groups.get(keyOf(block)) ?? []), block]);
  return groups.values();
}

/** Groups the cells of each column by the first cell of their row, and those of each row by the table's head. */
function tableGroups(rows: readonly OutlineBlock[], header: string | null): Group[] {
  const head = rows.find(({ isHeader }) => isHeader)?.text ?? header;
  const heads = head === null ? [] : cellsOf(head).map(labelOf);
  const body = rows.filter(({ isHeader }) => isHeader !== true).map(({ text }) => cellsOf(text));
  return [
    ...Array.from({ length: Math.max(0, ...body.map(({ length }) => length - 1)) }, (_, i) =>
      body.map(([first = '', ...rest]) => ({
        label: labelOf(first),
        figures: readFigures(rest[i] ?? ''),
      })),
    ),
    ...body.map((cells) =>
      cells
        .map((cell, i) => ({ label: heads[i] ?? NO_WORDS, figures: readFigures(cell) }))
        // With several rows, each row is identified by its first cell, which cannot replace another.
        .filter(
          ({ label, figures }, i) => label.size > 0 && figures.length > 0 && (i > 0 || body.length === 1),
        ),
    ),
  ];
}

const NO_WORDS: ReadonlySet<string> = new Set();

function cellsOf(row: string): string[] {
  const cells = row.replaceAll('\\|', ' ').split('|');
  return row.trimStart().startsWith('|') ? cells.slice(1) : cells;
}

function labelOf(text: string): ReadonlySet<string> {
  return new Set(readWords(text));
}
