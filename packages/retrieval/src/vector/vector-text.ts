import type { ClaimDocument } from '@memora/claims';

/** What of a claim is embedded: its note, its headings and what its span says. */
export function vectorText({ noteTitle, headingPath, text }: ClaimDocument): string {
  return [noteTitle, ...headingPath.filter((heading) => heading !== noteTitle), text]
    .filter(Boolean)
    .join('. ');
}
