import type { Claim } from '@memora/claims';

/** The topic of a claim, by name, with the key of its value. Its heading is not a name. */
export function thingOf({ noteTitle, headingPath, subject, predicate, object }: Claim): string {
  if (object === null) return noteTitle;
  const isNamed = subject !== noteTitle && !headingPath.includes(subject);
  return isNamed ? `${subject} · ${predicate}` : `${noteTitle} · ${predicate}`;
}
