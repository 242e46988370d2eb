import type { PageClaims } from './page-claims.ts';
import type { PageClaim } from './report-data.ts';
import type { ReportRegion } from './vault-report.ts';

const SUBJECTS_SHOWN = 6;

/** The regions, the fullest first, each with its main subjects. */
export function toRegions(
  claims: readonly PageClaim[],
  questions: readonly PageClaim[],
  { regions, subjects }: Pick<PageClaims, 'regions' | 'subjects'>,
): ReportRegion[] {
  const open = Map.groupBy(questions, ({ region }) => region);
  return [...Map.groupBy(claims, ({ region }) => region)]
    .map(([region, ofRegion]): ReportRegion => {
      const bySubject = Map.groupBy(ofRegion, ({ subject }) => subject);
      const count = (wanted: string) => ofRegion.filter(({ status }) => status === wanted).length;
      return {
        name: regions[region] ?? '',
        notes: new Set(ofRegion.map(({ note }) => note)).size,
        claims: ofRegion.length,
        subjects: [...bySubject]
          .map(([subject, { length }]) => ({ name: subjects[subject] ?? '', claims: length }))
          .sort((a, b) => b.claims - a.claims || (a.name < b.name ? -1 : 1))
          .slice(0, SUBJECTS_SHOWN),
        current: count('current'),
        superseded: count('superseded'),
        stale: count('stale'),
        contested: count('contested'),
        questions: open.get(region)?.length ?? 0,
      };
    })
    .sort((a, b) => b.claims - a.claims || (a.name < b.name ? -1 : 1));
}
