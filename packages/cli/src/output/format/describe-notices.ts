import type { Answer, Memory } from '@memora/engine';
import { nameBehind, WROTE_IT } from '@memora/engine/json';
import type { Published } from '@memora/engine/team';
import { shortId } from '../../input/complete-id.ts';
import { toOneLine } from './format-claim.ts';

/** The number of notices that a reader sees; `--json` has them all. */
const MOST_QUOTED = 3;

interface NoticeOptions {
  readonly reveal?: boolean;
  /** The text printed in place of an id: {@link quoteClaims}. An id without words is printed as it is. */
  readonly quotes?: ReadonlyMap<string, string>;
  /** The claims that contradict one, by its id. */
  readonly against?: ReadonlyMap<string, readonly string[]>;
}

/** Notices about the cited claims of an answer, each claim as its words. */
export function describeNotices(
  answer: Answer & Partial<Pick<Published, 'contested'>>,
  options: NoticeOptions = {},
): string[] {
  const own = answer.contested?.yours ?? [];
  const { redacted, superseded, contested, stale, gone, unconfirmed, untestedJudge } = answer.notices;
  const { quotes, against } = options;
  const behind = nameBehind(answer, options);
  const list = (ids: readonly string[]) => {
    const shown = ids.slice(0, MOST_QUOTED).map((id) => quotes?.get(id) ?? id);
    return `${shown.join(', ')}${ids.length > MOST_QUOTED ? ` and ${ids.length - MOST_QUOTED} more` : ''}`;
  };
  const others = contested.flatMap((id) => against?.get(id) ?? []);
  return [
    contested.length === 0
      ? ''
      : others.length === 0
        ? `another note contradicts ${list(contested)}; settle it with memora contradictions`
        : `another note says: ${list(others)}; settle it with memora contradictions`,
    own.length === 0
      ? ''
      : `you dispute this: ${own.map(({ claim, by }) => `${quotes?.get(claim) ?? claim} by ${by}`).join(', ')} (only you see this)`,
    stale.length === 0
      ? ''
      : `this rests on a line that was changed or withdrawn: ${list(stale)} (memora stale)`,
    superseded.length === 0
      ? ''
      : `a newer line replaced ${list(superseded)} (memora claims history ${shortId(superseded[0] ?? '')})`,
    unconfirmed.length === 0
      ? ''
      : `an agent wrote this, and nobody has confirmed it: ${list(unconfirmed)} (memora claims show ${shortId(unconfirmed[0] ?? '')})`,
    gone.length === 0
      ? ''
      : `the notes said this then, and no longer do: ${list(gone)} (memora claims show ${shortId(gone[0] ?? '')})`,
    behind.length === 0 ? '' : describeBehind(behind),
    untestedJudge === null
      ? ''
      : `nobody has tested how well ${untestedJudge} judges; memora model test${untestedJudge.endsWith(WROTE_IT) ? '' : ' --judge'} does`,
    redacted === 0
      ? ''
      : `${redacted} secret claim${redacted === 1 ? ' was' : 's were'} redacted for the model`,
  ].filter((notice) => notice !== '');
}

/** More names would push an answer off the screen; `--json` has them. */
const MOST_NAMED = 5;

/** Reports which notes were not searched in their current state, and the remedy. */
export function describeBehind(behind: readonly string[]): string {
  const named = behind.slice(0, MOST_NAMED).join(', ');
  const more = behind.length > MOST_NAMED ? ` and ${behind.length - MOST_NAMED} more` : '';
  return `the index is behind: ${named}${more} changed since; memora index brings it up to date`;
}

/** A notice is one line. */
const LONGEST = 90;

/**
 * The text in place of the id of a claim: its words and its note, `“Rent is 900 EUR.” (lease.md)`, by id. Claims whose words may not be shown, or are no longer
 * in their note, are left out.
 */
export async function quoteClaims(
  ids: readonly string[],
  { claims, readSpans }: Pick<Memory, 'claims' | 'readSpans'>,
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const found = [...(await claims.getClaims(ids))].filter(([, claim]) => claim.band !== 'secret');
  const texts = await readSpans(found.map(([, claim]) => claim));
  return new Map(
    found.flatMap(([id, { notePath, noteBand }], i) => {
      const text = texts[i];
      if (typeof text !== 'string' || noteBand === 'secret') return [];
      const line = toOneLine(text);
      const shown = line.length > LONGEST ? `${line.slice(0, LONGEST - 1)}…` : line;
      return [[id as string, `“${shown}” (${toOneLine(notePath)})`] as const];
    }),
  );
}
