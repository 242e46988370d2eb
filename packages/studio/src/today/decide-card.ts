import type { Memory } from '@memora/engine';
import { StudioError } from '../studio-error.ts';
import { LEDGER_REASON } from './ledger-reason.ts';

/**
 * Writes a decision about a card to the ledger. `winner` is the claim that is true, or null if both are. For
 * a line whose date has passed, it is that line, and the decision says that it is no longer true. Throws
 * `CONTRADICTION_NOT_FOUND` if it is not open.
 */
export async function decideCard(
  memory: Pick<Memory, 'contradictions' | 'claims' | 'resolve' | 'acknowledge' | 'forget'>,
  card: string,
  winner: string | null,
): Promise<() => Promise<void>> {
  const pair = (await memory.contradictions()).find(({ id }) => id === card);
  if (pair !== undefined && (winner === null || winner === pair.newer.id || winner === pair.older.id))
    return () =>
      winner === null ? memory.acknowledge(card, LEDGER_REASON) : memory.resolve(card, winner, LEDGER_REASON);
  const claim =
    pair === undefined && winner === card
      ? (await memory.claims.getClaims([card])).get(card as never)
      : undefined;
  if (claim?.active === true && claim.band !== 'secret') return () => memory.forget(card, LEDGER_REASON);
  throw new StudioError('that is no longer open', {
    code: 'CONTRADICTION_NOT_FOUND',
    hint: 'Reload the page.',
  });
}
