import type { AsOf } from '@memora/claims';

/** The time that a question is about: a date in the world, or a point on both time axes. */
export type AskedAsOf = string | AsOf;

/** Returns it in the form of the lower layers. What was known on a day also means that day, unless another is named. */
export function toAsOf(asked: AskedAsOf): AsOf {
  if (typeof asked === 'string') return { valid: asked };
  const { known, valid = known } = asked;
  return { ...(valid === undefined ? {} : { valid }), ...(known === undefined ? {} : { known }) };
}

/** Describes it for a prompt: what holds, and who knew it when. */
export function describeAsOf(asked: AskedAsOf | undefined): string {
  const { valid, known } = asked === undefined ? {} : toAsOf(asked);
  return known === undefined ? (valid ?? 'now') : `${valid}, as it was known on ${known}`;
}

/** True if the question is about what was known at a time: notes may not say it any more. */
export function isOfThen({ asOf }: { readonly asOf?: AskedAsOf | undefined }): boolean {
  return asOf !== undefined && toAsOf(asOf).known !== undefined;
}
