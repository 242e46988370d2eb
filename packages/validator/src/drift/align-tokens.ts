import type { DriftToken } from './read-drift-tokens.ts';

/** How the tokens of a statement stand in a window of the evidence. */
export interface TokenAlignment {
  /** For each token of the statement the index of its match in the window, or -1. Increasing. */
  readonly matchOf: Int32Array;
  readonly first: number;
  readonly last: number;
  readonly score: number;
}

const CONTENT = 3;
const CHARACTER = 2;
const GRAMMAR = 1;
const OPEN_GAP = 1;
const EXTEND_GAP = 0.1;

/** The best alignment of all of `said` with a part of `known`: weighted matches, affine gaps, free ends of the window. */
export function alignTokens(said: readonly DriftToken[], known: readonly DriftToken[]): TokenAlignment {
  const rows = said.length;
  const columns = known.length;
  const width = columns + 1;
  // best: ends anyhow; gapS: ends in a token of the statement without a match; gapK: of the window.
  const best = new Float32Array((rows + 1) * width);
  const gapS = new Float32Array((rows + 1) * width).fill(-1e9);
  const gapK = new Float32Array((rows + 1) * width).fill(-1e9);
  const from = new Uint8Array((rows + 1) * width);
  for (let i = 1; i <= rows; i++) {
    for (let j = 0; j <= columns; j++) {
      const at = i * width + j;
      gapS[at] = Math.max((best[at - width] as number) - OPEN_GAP, (gapS[at - width] as number) - EXTEND_GAP);
      let top = gapS[at] as number;
      from[at] = 1;
      if (j > 0) {
        gapK[at] = Math.max((best[at - 1] as number) - OPEN_GAP, (gapK[at - 1] as number) - EXTEND_GAP);
        // What stands behind the statement's last match costs nothing.
        const skip = i === rows ? (best[at - 1] as number) : (gapK[at] as number);
        if (skip > top) {
          top = skip;
          from[at] = 2;
        }
        const token = said[i - 1] as DriftToken;
        const other = known[j - 1] as DriftToken;
        if (token.stem === other.stem) {
          const match = (best[at - width - 1] as number) + weightOf(token);
          if (match >= top) {
            top = match;
            from[at] = 3;
          }
        }
      }
      best[at] = top;
    }
  }
  const matchOf = new Int32Array(rows).fill(-1);
  let first = -1;
  let last = -1;
  for (let i = rows, j = columns; i > 0; ) {
    const step = from[i * width + j];
    if (step === 3) {
      matchOf[i - 1] = j - 1;
      first = j - 1;
      if (last === -1) last = j - 1;
      i--;
      j--;
    } else if (step === 2) j--;
    else i--;
  }
  return { matchOf, first, last, score: best[rows * width + columns] as number };
}

function weightOf({ content, unspaced }: DriftToken): number {
  return unspaced ? (content ? CHARACTER : GRAMMAR) : content ? CONTENT : GRAMMAR;
}
