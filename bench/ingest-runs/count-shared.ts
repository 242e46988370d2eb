import type { ReferenceText } from './read-reference.ts';

export interface Counts {
  readonly words: number;
  readonly found: number;
  readonly pairs: number;
  readonly pairsFound: number;
  readonly tables: number;
  /** Tables whose rows are in the note, and those whose rows are rows there. */
  readonly tablesRead: number;
  readonly tablesFound: number;
  readonly places: number;
  readonly placed: number;
  /** Words of the other program that are not in the note. */
  readonly missing: number;
}

/** If there is nothing to compare. */
export const NOTHING: Counts = {
  ...{ words: 0, found: 0, pairs: 0, pairsFound: 0, places: 0, placed: 0, missing: 0 },
  ...{ tables: 0, tablesRead: 0, tablesFound: 0 },
};

/** The overlap of the extracted Markdown with another program's text. */
export function countShared(markdown: string, { text, pages, tables }: ReferenceText): Counts {
  const [own, other] = [wordsOf(shown(markdown)), wordsOf(text)];
  const found = shared(own, other);
  const pairs = pairsOf(other);
  return {
    words: other.length,
    found,
    missing: other.length - found,
    pairs: pairs.length,
    pairsFound: shared(pairsOf(own), pairs),
    ...countTables(markdown, tables ?? []),
    ...countPlaces(markdown, pages),
  };
}

/** A table counts as read if most of its rows are in the note word by word, and as found if they are rows there. */
function countTables(markdown: string, tables: readonly (readonly string[])[]) {
  const line = (text: string) => ` ${wordsOf(text).join(' ')} `;
  const all = line(shown(markdown));
  const rows = shown(markdown)
    .split('\n')
    .filter((each) => each.startsWith('|'))
    .map(line);
  const most = (has: (row: string) => boolean) =>
    tables.filter((table) => table.filter((row) => has(line(row))).length * 2 > table.length).length;
  return {
    tables: tables.length,
    tablesRead: most((row) => all.includes(row)),
    tablesFound: most((row) => rows.some((each) => each.includes(row))),
  };
}

/** Runs of five words that occur on one page only, and how many of them the note has under that page. */
function countPlaces(markdown: string, pages: readonly string[]) {
  const runs = new Map<string, number>();
  for (const [i, page] of pages.entries())
    for (const run of runsOf(wordsOf(page))) runs.set(run, runs.has(run) ? -1 : i + 1);
  const own = markdown.split(/<!--anchor: page (\d+)-->/);
  let [places, placed] = [0, 0];
  for (let i = 1; i < own.length; i += 2)
    for (const run of runsOf(wordsOf(shown(own[i + 1] ?? '')))) {
      const page = runs.get(run) ?? -1;
      if (page < 0) continue;
      places++;
      // A paragraph that continues on the next page counts for the page where it begins.
      if (page === Number(own[i]) || page === Number(own[i]) + 1) placed++;
    }
  return { places, placed };
}

/** Markdown without comments, addresses of links and escapes. */
function shown(markdown: string): string {
  return markdown
    .replace(/<!--.*?-->/g, ' ')
    .replace(/\]\([^)\s]*\)/g, ' ')
    .replace(/\\(?=[!-/:-@[-`{-~])/g, '')
    .replace(/&lt;/g, '<')
    .replace(/&amp;/g, '&');
}

function wordsOf(text: string): string[] {
  // For a word broken across two lines, one program makes one word, another two.
  const whole = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[-\u00ad\u2010]\s*\n\s*/g, '');
  return whole.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
}

const pairsOf = (words: readonly string[]): string[] =>
  words.slice(1).map((word, i) => `${words[i]} ${word}`);

const runsOf = (words: readonly string[]): string[] =>
  words.slice(4).map((_, i) => words.slice(i, i + 5).join(' '));

/** How many words of the second are in the first, with their multiplicity. */
function shared(own: readonly string[], other: readonly string[]): number {
  const counts = new Map<string, number>();
  for (const word of own) counts.set(word, (counts.get(word) ?? 0) + 1);
  let found = 0;
  for (const word of other) {
    const left = counts.get(word) ?? 0;
    if (left > 0) found++;
    counts.set(word, left - 1);
  }
  return found;
}
