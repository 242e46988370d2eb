import type { Answer } from '@memora/engine';
import { nameBehind } from '@memora/engine/json';
import type { Published } from '@memora/engine/team';

/** What a reader should know of the claims that an answer cites. */
export function describeNotices(
  answer: Answer & Partial<Pick<Published, 'contested'>>,
  options: { readonly reveal?: boolean } = {},
): string[] {
  const own = answer.contested?.yours ?? [];
  const { redacted, superseded, contested, stale, gone, unconfirmed } = answer.notices;
  const behind = nameBehind(answer, options);
  const list = (ids: readonly string[]) => ids.join(', ');
  return [
    contested.length === 0 ? '' : `contradicted by another claim: ${list(contested)} (memora contradictions)`,
    own.length === 0
      ? ''
      : `contested by yours: ${own.map(({ claim, by }) => `${claim} by ${by}`).join(', ')} (nobody else is told)`,
    stale.length === 0 ? '' : `rests on something that fell: ${list(stale)} (memora stale)`,
    superseded.length === 0 ? '' : `holds no more: ${list(superseded)} (memora claims history ID)`,
    unconfirmed.length === 0
      ? ''
      : `written by no person, and confirmed by none: ${list(unconfirmed)} (memora claims show ID)`,
    gone.length === 0 ? '' : `known then, and no longer in the notes: ${list(gone)} (memora claims show ID)`,
    behind.length === 0 ? '' : describeBehind(behind),
    redacted === 0
      ? ''
      : `${redacted} secret claim${redacted === 1 ? ' was' : 's were'} redacted for the model`,
  ].filter((notice) => notice !== '');
}

/** More names would push an answer off the screen; `--json` has them. */
const MOST_NAMED = 5;

/** Which notes were not searched as they are now, and what helps. */
export function describeBehind(behind: readonly string[]): string {
  const named = behind.slice(0, MOST_NAMED).join(', ');
  const more = behind.length > MOST_NAMED ? ` and ${behind.length - MOST_NAMED} more` : '';
  return `the index is behind: ${named}${more} changed since; memora index brings it up to date`;
}
