import type { PageClaim, ReportData } from '../report-data.ts';
import type { ReportModel, ReportTimeline } from '../vault-report.ts';
import { periodOf, placeOf, statusChip } from './claim-card.ts';
import { type Html, html } from './escape-html.ts';

const DAY = 86_400_000;
const OPEN_SHOWN = 4;

/** One timeline for each subject with a history: what was said of it, and a bar for how long it held. */
export function renderTimelines({ timelines, data, figures }: ReportModel): Html {
  const now = Date.parse(figures.generatedAt);
  return html`<section id="timelines" aria-labelledby="timelines-title">
<h2 id="timelines-title">Timelines</h2>
${
  timelines.length === 0
    ? html`<p class="none">No subject has a dated history yet.</p>`
    : timelines.map((timeline, i) => renderTimeline(timeline, data, now, i < OPEN_SHOWN))
}
</section>`;
}

function renderTimeline(
  { subject, claims }: ReportTimeline,
  data: ReportData,
  now: number,
  open: boolean,
): Html {
  const starts = claims.map(({ from }) => toTime(from));
  const first = Math.min(...starts);
  const last = Math.max(now, ...starts, ...claims.map(({ until }) => (until === null ? now : toTime(until))));
  const axis = { first, width: Math.max(DAY, last - first) };
  return html`<details class="timeline"${open ? html` open` : ''}><summary><bdi>${subject}</bdi> <span class="label">${claims.length} claims, ${new Date(first).toISOString().slice(0, 4)}–${new Date(last).toISOString().slice(0, 4)}</span></summary>
<div class="scroll"><table><thead class="sr"><tr><th scope="col">What the note says</th><th scope="col">How long it held</th></tr></thead><tbody>${claims.map(
    (claim) => renderRow(claim, data, axis, now),
  )}</tbody></table></div>
</details>`;
}

function renderRow(
  claim: PageClaim,
  data: ReportData,
  axis: { readonly first: number; readonly width: number },
  now: number,
): Html {
  const start = toTime(claim.from);
  const end = claim.until === null ? Math.max(now, start) : Math.max(toTime(claim.until), start);
  const percent = (time: number) => Math.round(((time - axis.first) / axis.width) * 10_000) / 100;
  const [x, width] = [percent(start), Math.max(0.6, percent(end) - percent(start))];
  return html`<tr data-claim="${claim.id}"><td><bdi>${claim.source?.text ?? ''}</bdi> <span class="meta">${placeOf(claim, data)}</span></td><td class="held"><svg class="bar" width="100%" height="12" aria-hidden="true"><rect class="track" x="0" y="5" width="100%" height="2"/><rect class="is-${claim.status}" x="${Math.min(x, 99.4)}%" y="0" width="${width}%" height="12" rx="3"/></svg><span class="meta">${periodOf(claim)} ${claim.status === 'current' ? '' : statusChip(claim.status)}</span></td></tr>`;
}

/** The start of a date of any precision: `2026`, `2026-03`, `2026-Q1`, `2026-03-04`, an instant. */
export function toTime(date: string | null): number {
  if (date === null) return Number.NaN;
  const quarter = /^(\d{4})-Q([1-4])$/u.exec(date);
  if (quarter !== null) return Date.UTC(Number(quarter[1]), (Number(quarter[2]) - 1) * 3);
  return Date.parse(date);
}
