import type { Claim, Decision } from '@memora/claims';
import { compareText } from '@memora/core/internal';
import type { ReviewedContradiction, StaleClaim } from '../../review/memory-review.ts';
import { linkNote } from './link-note.ts';
import { groupByNote, type PageSection, type QuoteGroup } from './page-section.ts';

/** Looks a claim up; undefined if its bytes are gone. */
export type FindClaim = (id: string) => Claim | undefined;

/** A link to a claim's note. */
export function linkClaim({ notePath, noteTitle }: Claim): string {
  return linkNote(notePath, noteTitle);
}

/** The decisions, newest first. */
export function composeDecisions(decisions: readonly Decision[], find: FindClaim, most: number): PageSection {
  const groups = decisions.slice(0, most).flatMap(({ id, decidedOn, status }): QuoteGroup[] => {
    const claim = find(id);
    if (claim === undefined) return [];
    const lead = `${decidedOn ?? 'undated'} · ${status} · ${linkClaim(claim)}`;
    return [{ lead, quotes: [{ claim, isHistory: status === 'superseded' || status === 'reversed' }] }];
  });
  return { name: 'decisions', heading: 'Decisions', groups, ...rest(decisions.length - most, 'decision') };
}

/** Superseded claims, the latest first: the old statement and the new one. */
export function composeSuperseded(pairs: readonly ReviewedContradiction[], most: number): PageSection {
  const replaced = pairs
    .filter(({ resolution }) => resolution === 'superseded')
    .sort((a, b) => compareText(b.newer.validFrom ?? '', a.newer.validFrom ?? '') || compareText(a.id, b.id));
  const groups = replaced.slice(0, most).map(({ newer, older }): QuoteGroup => {
    const since = older.validUntil === null ? '' : ` until ${older.validUntil.slice(0, 10)}`;
    return {
      lead: `${linkClaim(older)}${since}, then ${linkClaim(newer)}`,
      quotes: [
        { claim: older, isHistory: true },
        { claim: newer, isHistory: true },
      ],
    };
  });
  return {
    name: 'superseded',
    heading: 'Recently superseded',
    groups,
    ...rest(replaced.length - most, 'replacement'),
  };
}

/** Claims with an invalid source, and that source. */
export function composeStale(stale: readonly StaleClaim[], find: FindClaim, most: number): PageSection {
  const groups = stale.slice(0, most).map(({ claim, path }): QuoteGroup => {
    const fallen = find(path[0] ?? '');
    const under = fallen === undefined ? 'something that the notes no longer say' : linkClaim(fallen);
    return {
      lead: `${linkClaim(claim)} rests on ${under}`,
      quotes: [claim, ...(fallen === undefined ? [] : [fallen])].map((each) => ({
        claim: each,
        isHistory: true,
      })),
      trail: `\`memora stale revalidate ${claim.id}\` if it still holds`,
    };
  });
  return { name: 'stale', heading: 'Stale', groups, ...rest(stale.length - most, 'stale claim') };
}

/** Contested claims, with connected ones in one callout. */
export function composeContradictions(pairs: readonly ReviewedContradiction[], most: number): PageSection {
  const clusters = clusterPairs(pairs.filter(({ resolution }) => resolution === 'contested'));
  const groups = clusters.slice(0, most).map(({ claims, ids }): QuoteGroup => {
    const notes = [...new Set(claims.map(linkClaim))];
    return {
      callout: { type: 'warning', title: 'These cannot all be true' },
      lead: notes.join(' · '),
      quotes: claims.map((claim) => ({ claim, isHistory: true })),
      trail: ids.map((id) => `\`memora contradictions resolve ${id} <claim>\``).join(', '),
    };
  });
  return {
    name: 'contradictions',
    heading: 'Contradictions',
    groups,
    ...rest(clusters.length - most, 'contradiction'),
  };
}

/** Questions without an answer, by note. */
export function composeQuestions(questions: readonly Claim[], most: number): PageSection {
  return {
    name: 'questions',
    heading: 'Open questions',
    groups: groupByNote(questions.slice(0, most), linkClaim),
    ...rest(questions.length - most, 'question'),
  };
}

/** Contradictions that hang together. */
interface PairCluster {
  readonly ids: readonly string[];
  readonly claims: readonly Claim[];
  readonly pairs: readonly ReviewedContradiction[];
}

/**
 * Joins contradictions that share claims, in order of first appearance. The cost grows linearly with the
 * pairs.
 */
export function clusterPairs(pairs: readonly ReviewedContradiction[]): PairCluster[] {
  const parents = new Map<string, string>();
  const rootOf = (id: string): string => {
    let root = id;
    for (let up = parents.get(root); up !== undefined; up = parents.get(root)) root = up;
    for (let at = id; at !== root; ) {
      const up = parents.get(at) as string;
      parents.set(at, root);
      at = up;
    }
    return root;
  };
  for (const { newer, older } of pairs) {
    const [a, b] = [rootOf(newer.id), rootOf(older.id)];
    if (a !== b) parents.set(b, a);
  }
  return [...Map.groupBy(pairs, ({ newer }) => rootOf(newer.id)).values()].map((together) => {
    const claims = new Map(
      together.flatMap(({ newer, older }) => [newer, older].map((each) => [each.id, each])),
    );
    return {
      ids: together.map(({ id }) => id).sort(),
      claims: [...claims.values()].sort((a, b) => compareText(a.id, b.id)),
      pairs: together,
    };
  });
}

function rest(count: number, what: string): { outro?: string } {
  return count > 0 ? { outro: `… and ${count} more ${what}${count === 1 ? '' : 's'}.` } : {};
}
