import type { TokenAlignment } from './align-tokens.ts';
import type { DriftToken } from './read-drift-tokens.ts';

/** A place where a statement and the window it is aligned with differ: what stands between two matches. */
export interface Hunk {
  readonly said: readonly DriftToken[];
  readonly known: readonly DriftToken[];
  /** Index of the first token of each side. */
  readonly saidAt: number;
  readonly knownAt: number;
  /** True where the window goes on beyond the statement's first or last match: what stands there may have been left out on purpose. */
  readonly edge: 'head' | 'tail' | null;
}

/** The differences of two aligned sequences in order, with what the window has before the first match and behind the last. */
export function readHunks(
  said: readonly DriftToken[],
  known: readonly DriftToken[],
  { matchOf }: TokenAlignment,
): Hunk[] {
  const hunks: Hunk[] = [];
  let saidAt = 0;
  let knownAt = 0;
  const close = (saidEnd: number, knownEnd: number, edge: Hunk['edge']) => {
    if (saidEnd > saidAt || knownEnd > knownAt)
      hunks.push({
        said: said.slice(saidAt, saidEnd),
        known: known.slice(knownAt, knownEnd),
        saidAt,
        knownAt,
        edge,
      });
  };
  for (let i = 0; i < said.length; i++) {
    const match = matchOf[i] as number;
    if (match === -1) continue;
    close(i, match, saidAt === 0 && knownAt === 0 ? 'head' : null);
    saidAt = i + 1;
    knownAt = match + 1;
  }
  close(said.length, known.length, 'tail');
  return hunks;
}
