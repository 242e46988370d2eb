import { createHash } from 'node:crypto';
import { type NewTurn, type NoteTurn, renderTurns } from '@memora/vault';

/** A key that is equal for a turn to be written and the same turn in a note. With `timeless`, the time is ignored. */
export function toTurnKey(turn: NewTurn | NoteTurn, { timeless = false } = {}): string {
  if (turn.role === 'unknown') return '';
  const { role, at, name, attached, text } = turn;
  const rendered = renderTurns([
    {
      role,
      text,
      ...(at != null && !timeless && { at }),
      ...(name != null && { name }),
      attached: attached === true,
    },
  ]);
  // The hash never leaves the process; Node's hash takes a tenth of the time of the portable BLAKE3.
  return createHash('sha256').update(rendered).digest('base64');
}
