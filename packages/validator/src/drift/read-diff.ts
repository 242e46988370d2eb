import type { TokenDifference } from '../contract/critical-token-report.ts';
import type { AlignedPair } from './aligned-pair.ts';
import type { DriftToken } from './read-drift-tokens.ts';

/** The places in which a statement and the window it is aligned with differ. What the window has before and behind the statement is none. */
export function readDiff({ hunks }: AlignedPair, statement: string, source: string): TokenDifference[] {
  return hunks
    .filter(({ said, edge }) => said.length > 0 || edge === null)
    .map(({ said, known, edge }) => ({
      statement: wordsOf(said, statement),
      evidence: edge === null || known.length <= said.length ? wordsOf(known, source) : '',
    }));
}

function wordsOf(tokens: readonly DriftToken[], text: string): string {
  const [first, last] = [tokens[0], tokens.at(-1)];
  if (first === undefined || last === undefined) return '';
  // A sentence that was turned round for the comparison has its words in another order.
  const inOrder = tokens.every(({ start }, i) => i === 0 || start >= (tokens[i - 1] as DriftToken).start);
  return inOrder ? text.slice(first.start, last.end) : tokens.map((token) => token.text).join(' ');
}
