import type { AsOf } from '@memora/claims';

/** What a question is about: a date in the world, or a point on both time axes. */
export type AskedAsOf = string | AsOf;

/** As the layers below take it. What was known on a day is asked about that day, unless another is named. */
export function toAsOf(asked: AskedAsOf): AsOf {
  if (typeof asked === 'string') return { valid: asked };
  const { known, valid = known } = asked;
  return { ...(valid === undefined ? {} : { valid }), ...(known === undefined ? {} : { known }) };
}

/** In words for a prompt: what holds, and who knew it when. */
export function describeAsOf(asked: AskedAsOf | undefined): string {
  const { valid, known } = asked === undefined ? {} : toAsOf(asked);
  return known === undefined ? (valid ?? 'now') : `${valid}, as it was known on ${known}`;
}

/** True where it is asked what was known at a time: notes may not say it any more. */
export function isOfThen({ asOf }: { readonly asOf?: AskedAsOf | undefined }): boolean {
  return asOf !== undefined && toAsOf(asOf).known !== undefined;
}
