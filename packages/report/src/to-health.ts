import type { PageClaim } from './report-data.ts';
import type { ReportNoteHealth } from './vault-report.ts';

/** The notes with claims that are no longer at their place, the worst first. */
export function toHealth(claims: readonly PageClaim[], notes: readonly string[]): ReportNoteHealth[] {
  const health: ReportNoteHealth[] = [];
  for (const [note, ofNote] of Map.groupBy(claims, (claim) => claim.note)) {
    const count = (wanted: string) => ofNote.filter(({ state }) => state === wanted).length;
    const [relocated, changed, gone] = [count('relocated'), count('changed'), count('gone')];
    if (relocated + changed + gone === 0) continue;
    health.push({ note: notes[note] ?? '', claims: ofNote.length, relocated, changed, gone });
  }
  return health.sort(
    (a, b) =>
      b.gone + b.changed - (a.gone + a.changed) || b.relocated - a.relocated || (a.note < b.note ? -1 : 1),
  );
}
