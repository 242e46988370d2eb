import type { ClaimDocument } from '@memora/claims';

/** Returns the text of a claim to embed: its note's title, its headings and its span. */
export function vectorText({ noteTitle, headingPath, text }: ClaimDocument): string {
  return [noteTitle, ...headingPath.filter((heading) => heading !== noteTitle), text]
    .filter(Boolean)
    .join('. ');
}
