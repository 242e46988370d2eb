import { createHash } from 'node:crypto';
import { type NewTurn, type NoteTurn, renderTurns } from '@memora/vault';

/** Equal for a turn that is to be written and the same one as it is in a note; `timeless` for one that was said at another time too. */
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
  // It leaves no process: the hash of Node takes a tenth of the time of the portable BLAKE3.
  return createHash('sha256').update(rendered).digest('base64');
}
