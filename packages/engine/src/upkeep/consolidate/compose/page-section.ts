import type { Claim } from '@memora/claims';

/** Words of a note on a page, with the claim that cites them. */
export interface Quote {
  readonly claim: Claim;
  /** True if the page is about the past. It may then contain superseded claims. */
  readonly isHistory?: boolean;
}

/** Quotes under a line written by Memora, which links to their sources. */
export interface QuoteGroup {
  /** Markdown without a statement: a link, a date, a name. Null for quotes that need none. */
  readonly lead: string | null;
  readonly quotes: readonly Quote[];
  /** True if the lead is enough without words of notes. */
  readonly keepsLead?: boolean;
  /** Markdown below the quotes: possible actions, further links. */
  readonly trail?: string;
  /** Type and title of the callout that frames the group. */
  readonly callout?: { readonly type: string; readonly title: string };
}

/**
 * One generated block of a page. Groups whose quotes can't be verified are left out. A block without groups
 * has no heading.
 */
export interface PageSection {
  readonly name: string;
  /** Text of the heading, `##`; null for none. */
  readonly heading: string | null;
  /** Markdown without words of notes, above the groups: figures, tables, links. */
  readonly intro?: string;
  readonly groups: readonly QuoteGroup[];
  /** Markdown below the groups. */
  readonly outro?: string;
  readonly stamp?: string;
}

/** Quotes by note, in the order of the notes' first quotes. Each group starts with a link to its note. */
export function groupByNote(
  claims: readonly Claim[],
  link: (claim: Claim) => string,
  isHistory = false,
): QuoteGroup[] {
  return [...Map.groupBy(claims, ({ notePath }) => notePath).values()].map((members) => ({
    lead: link(members[0] as Claim),
    quotes: members.map((claim) => ({ claim, ...(isHistory ? { isHistory } : {}) })),
  }));
}
