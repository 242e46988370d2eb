import type { AsOf } from '@memora/claims';

/** The time that a question is about: a date in the world, or a point on both time axes. */
export type AskedAsOf = string | AsOf;

/**
 * Returns it in the form of the lower layers. "Known on a day" also means "valid on that day", unless another
 * day is named.
 */
export function toAsOf(asked: AskedAsOf): AsOf {
  if (typeof asked === 'string') return { valid: asked };
  const { known, valid = known } = asked;
  return { ...(valid === undefined ? {} : { valid }), ...(known === undefined ? {} : { known }) };
}

/** Describes it for a prompt: what is valid, and at which time it was known. */
export function describeAsOf(asked: AskedAsOf | undefined): string {
  const { valid, known } = asked === undefined ? {} : toAsOf(asked);
  return known === undefined ? (valid ?? 'now') : `${valid}, as it was known on ${known}`;
}

/** True if the question is about what was known at a time: the notes may no longer contain it. */
export function isOfThen({ asOf }: { readonly asOf?: AskedAsOf | undefined }): boolean {
  return asOf !== undefined && toAsOf(asOf).known !== undefined;
}
