import { normaliseTerm } from '@memora/core';
import { compareText } from '@memora/core/internal';
import type { PageClaim } from './report-data.ts';
import type { ReportTimeline } from './vault-report.ts';

const SUBJECTS_SHOWN = 40;
const CLAIMS_SHOWN = 30;

/**
 * Subjects with more than one dated statement, those with a history first. Claims about the same attribute
 * are adjacent, oldest first, so that a replacement is visible. The attribute that was mentioned first comes
 * first.
 */
export function toTimelines(claims: readonly PageClaim[], subjects: readonly string[]): ReportTimeline[] {
  const dated = claims.filter(
    ({ from, source, assertion }) => from !== null && source !== null && assertion === 'asserted',
  );
  return [...Map.groupBy(dated, ({ subject }) => subject)]
    .filter(([, ofSubject]) => new Set(ofSubject.map(({ from }) => from)).size > 1)
    .sort(([a, ofA], [b, ofB]) => changes(ofB) - changes(ofA) || ofB.length - ofA.length || a - b)
    .slice(0, SUBJECTS_SHOWN)
    .map(([subject, ofSubject]) => ({
      subject: subjects[subject] ?? '',
      lanes: toLanes(ofSubject.toSorted(byTime).slice(-CLAIMS_SHOWN)),
    }));
}

function toLanes(claims: readonly PageClaim[]): PageClaim[][] {
  return [...Map.groupBy(claims, ({ predicate }) => normaliseTerm(predicate)).values()];
}

function byTime(a: PageClaim, b: PageClaim): number {
  return compareText(a.from ?? '', b.from ?? '') || compareText(a.id, b.id);
}

function changes(claims: readonly PageClaim[]): number {
  return claims.filter(({ until, status }) => until !== null || status !== 'current').length;
}
