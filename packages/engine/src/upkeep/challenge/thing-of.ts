import type { Claim } from '@memora/claims';

/** What a claim is about, by name, with the key of its value. The heading that it is under is no name. */
export function thingOf({ noteTitle, headingPath, subject, predicate, object }: Claim): string {
  if (object === null) return noteTitle;
  const isNamed = subject !== noteTitle && !headingPath.includes(subject);
  return isNamed ? `${subject} · ${predicate}` : `${noteTitle} · ${predicate}`;
}
