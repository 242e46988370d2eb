import type { Claim } from '@memora/claims';

/** The claim on one line: its terms as the extractor gave them. */
export function snippetOf({ subject, predicate, object }: Claim): string {
  return [subject, predicate, object ?? ''].join(' ').replace(/\s+/gu, ' ').trim();
}
