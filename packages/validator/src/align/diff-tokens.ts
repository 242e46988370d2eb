import type { TextRange } from '@memora/language/sentences';
import type { AlignmentEdit } from '../contract/alignment.ts';

/** A word or sign and its range. */
export interface Token extends TextRange {
  readonly text: string;
}

/** The cheapest alignment of a quote inside a window of the source. */
interface TokenDiff {
  /** Share of the quote's tokens that occur in the window, in order. */
  readonly share: number;
  readonly range: TextRange;
  readonly edits: AlignmentEdit[];
}

/** Longer quotes are compared by their first tokens only, because the table grows quadratically. */
export const MAX_TOKENS = 600;

/**
 * Aligns all of `quote` with a stretch of `source` whose start and end are free (semi-global edit distance), and lists the differences. `null` if no token
 * matches.
 */
export function diffTokens(quote: readonly Token[], source: readonly Token[]): TokenDiff | null {
  const rows = Math.min(quote.length, MAX_TOKENS);
  const columns = Math.min(source.length, MAX_TOKENS * 2);
  const width = columns + 1;
  const cost = new Uint16Array((rows + 1) * width);
  for (let i = 1; i <= rows; i++) {
    cost[i * width] = i * 2;
    for (let j = 1; j <= columns; j++) {
      const same = quote[i - 1]?.text === source[j - 1]?.text;
      const diagonal = (cost[(i - 1) * width + j - 1] as number) + (same ? 0 : 3);
      const up = (cost[(i - 1) * width + j] as number) + 2;
      const left = (cost[i * width + j - 1] as number) + 2;
      cost[i * width + j] = Math.min(diagonal, up, left);
    }
  }
  let end = 0;
  for (let j = 0; j <= columns; j++) {
    if ((cost[rows * width + j] as number) < (cost[rows * width + end] as number)) end = j;
  }
  return trace(quote, source, cost, rows, width, end);
}

function trace(
  quote: readonly Token[],
  source: readonly Token[],
  cost: Uint16Array,
  rows: number,
  width: number,
  lastColumn: number,
): TokenDiff | null {
  const edits: AlignmentEdit[] = [];
  let i = rows;
  let j = lastColumn;
  let matched = 0;
  let first: Token | undefined;
  let last: Token | undefined;
  while (i > 0) {
    const here = cost[i * width + j] as number;
    const said = quote[i - 1] as Token;
    const stands = j > 0 ? (source[j - 1] as Token) : undefined;
    if (stands !== undefined && said.text === stands.text && here === cost[(i - 1) * width + j - 1]) {
      matched++;
      first = stands;
      last ??= stands;
      i--;
      j--;
    } else if (stands !== undefined && here === (cost[(i - 1) * width + j - 1] as number) + 3) {
      edits.push({ kind: 'replaced', quote: said.text, source: stands.text });
      i--;
      j--;
    } else if (here === (cost[(i - 1) * width + j] as number) + 2) {
      edits.push({ kind: 'added', quote: said.text, source: null });
      i--;
    } else {
      edits.push({ kind: 'dropped', quote: null, source: (stands as Token).text });
      j--;
    }
  }
  if (first === undefined || last === undefined) return null;
  return {
    share: matched / rows,
    range: { start: first.start, end: last.end },
    edits: markMoved(edits.reverse()),
  };
}

/** A token dropped in one place and added in another was moved. */
function markMoved(edits: readonly AlignmentEdit[]): AlignmentEdit[] {
  const dropped = new Set(edits.filter(({ kind }) => kind === 'dropped').map(({ source }) => source));
  const moved = new Set(
    edits.filter(({ kind, quote }) => kind === 'added' && dropped.has(quote)).map(({ quote }) => quote),
  );
  return edits
    .filter(({ kind, source }) => !(kind === 'dropped' && moved.has(source)))
    .map((edit) =>
      edit.kind === 'added' && moved.has(edit.quote)
        ? { kind: 'moved', quote: edit.quote, source: edit.quote }
        : edit,
    );
}
