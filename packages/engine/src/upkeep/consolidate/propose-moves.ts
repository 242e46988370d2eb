import type { Claim } from '@memora/claims';
import { normaliseTerm } from '@memora/core';
import { compareText } from '@memora/core/internal';
import { chooseFacts } from './choose-facts.ts';
import { linkClaim } from './compose/compose-queues.ts';
import type { PageSection, QuoteGroup } from './compose/page-section.ts';
import { toPageName } from './compose/to-page-text.ts';
import type { Region } from './group-regions.ts';

/** A region with more notes than this may be better as two. */
const LARGE = 40;
/** A part that deserves its own region: at least this many notes, and at most this share of the region. */
const PART = { notes: 8, share: 0.6 } as const;
/** With fewer claims than this, it is unclear where a note belongs. */
const TELLING = 3;
const MOST = 10;

/** A change of the vault's folders that Memora proposes and never makes. */
interface RegionProposal {
  readonly kind: 'move' | 'split';
  readonly region: string;
  /** The destination of a moved note; the topic of a new region. */
  readonly target: string;
  readonly claims: readonly Claim[];
}

/**
 * Notes that are only about another region's subjects, and large regions with a part about a single subject.
 */
export function proposeMoves(regions: Iterable<Region>): RegionProposal[] {
  const facts = [...regions].map((region) => ({ region, facts: chooseFacts(region.claims) }));
  const homeOf = findHomes(facts.flatMap((each) => each.facts));
  const moves = facts.flatMap(({ region, facts: told }) =>
    [...Map.groupBy(told, ({ notePath }) => notePath).values()].flatMap((claims): RegionProposal[] => {
      const target = otherHome(claims, homeOf);
      return target === null ? [] : [{ kind: 'move', region: region.name, target, claims }];
    }),
  );
  const splits = facts.flatMap(({ region, facts: told }) =>
    region.notes.length > LARGE ? splitOf(region, told) : [],
  );
  return [...splits, ...moves].sort(
    (a, b) => compareText(a.kind, b.kind) || compareText(a.claims[0]?.id ?? '', b.claims[0]?.id ?? ''),
  );
}

/** The proposals as a section of links and quotes. */
export function composeProposals(proposals: readonly RegionProposal[]): PageSection {
  const groups = proposals.slice(0, MOST).map(({ kind, region, target, claims }): QuoteGroup => {
    const first = claims[0] as Claim;
    const lead =
      kind === 'move'
        ? `Move ${linkClaim(first)} to ${toPageName(target)}?`
        : `Give what ${toPageName(region)} says of ${toPageName(target)} a region of its own?`;
    return { lead, quotes: claims.slice(0, 2).map((claim) => ({ claim })) };
  });
  return { name: 'proposals', heading: 'Proposals', groups };
}

/**
 * For each subject, the region with most of the notes about it. Subjects without a clear region are absent.
 */
function findHomes(facts: readonly Claim[]): Map<string, string> {
  const homes = new Map<string, string>();
  for (const [subject, claims] of Map.groupBy(facts, (claim) => normaliseTerm(claim.subject))) {
    const notesOf = new Map<string, Set<string>>();
    for (const { region, notePath } of claims) {
      notesOf.set(region, (notesOf.get(region) ?? new Set()).add(notePath));
    }
    const [best, second] = [...notesOf].sort((a, b) => b[1].size - a[1].size || compareText(a[0], b[0]));
    if (best !== undefined && best[1].size >= 2 && best[1].size > (second?.[1].size ?? 0)) {
      homes.set(subject, best[0]);
    }
  }
  return homes;
}

/** The only other region whose subjects a note mentions almost exclusively. */
function otherHome(claims: readonly Claim[], homeOf: ReadonlyMap<string, string>): string | null {
  if (claims.length < TELLING) return null;
  const votes = new Map<string, number>();
  for (const claim of claims) {
    const home = homeOf.get(normaliseTerm(claim.subject));
    if (home !== undefined) votes.set(home, (votes.get(home) ?? 0) + 1);
  }
  const [best] = [...votes].sort((a, b) => b[1] - a[1] || compareText(a[0], b[0]));
  const own = (claims[0] as Claim).region;
  return best !== undefined && best[0] !== own && !votes.has(own) && best[1] >= claims.length * 0.75
    ? best[0]
    : null;
}

function splitOf({ name, notes }: Region, facts: readonly Claim[]): RegionProposal[] {
  return [...Map.groupBy(facts, (claim) => normaliseTerm(claim.subject)).values()].flatMap((claims) => {
    const size = new Set(claims.map(({ notePath }) => notePath)).size;
    const isPart = size >= PART.notes && size <= notes.length * PART.share;
    const { subject } = claims[0] as Claim;
    return isPart ? [{ kind: 'split' as const, region: name, target: subject, claims }] : [];
  });
}
