import type { PageClaim, ReportData } from '../report-data.ts';
import type { ReportModel, ReportTimeline } from '../vault-report.ts';
import { periodOf, placeOf, statusChip } from './claim-card.ts';
import { type Html, html } from './escape-html.ts';

const DAY = 86_400_000;
const OPEN_SHOWN = 3;

/** One timeline for each subject with a history: its statements, and a bar for how long each was valid. */
export function renderTimelines({ timelines, data, figures }: ReportModel): Html {
  // Rounded to the end of the day, so that two pages of one vault differ only in their time.
  const now = Math.ceil(Date.parse(figures.generatedAt) / DAY) * DAY;
  return html`<section id="timelines" aria-labelledby="timelines-title">
<h2 id="timelines-title">Timelines</h2>
${
  timelines.length === 0
    ? html`<p class="none">No subject has a dated history yet.</p>`
    : timelines.map((timeline, i) => renderTimeline(timeline, data, now, i < OPEN_SHOWN))
}
</section>`;
}

interface Axis {
  readonly first: number;
  readonly width: number;
  readonly now: number;
}

function renderTimeline(
  { subject, lanes }: ReportTimeline,
  data: ReportData,
  now: number,
  open: boolean,
): Html {
  const claims = lanes.flat();
  const starts = claims.map(({ from }) => toTime(from)).filter((time) => !Number.isNaN(time));
  const first = Math.min(now, ...starts);
  const ends = claims.map(({ until }) => (until === null ? now : toTime(until)));
  const last = Math.max(now, ...starts, ...ends.filter((time) => !Number.isNaN(time)));
  const axis = { first, width: Math.max(DAY, last - first), now };
  return html`<details class="timeline"${open ? html` open` : ''}><summary><bdi>${subject}</bdi> <span class="label">${claims.length} claims</span></summary>
<div class="scroll"><table><thead><tr><th scope="col"><span class="sr">What the note says</span></th><th scope="col"><span class="sr">How long it was true</span>${renderAxis(axis)}</th></tr></thead><tbody>${lanes.map(
    (lane) => lane.map((claim, i) => renderRow(claim, data, axis, i === 0)),
  )}</tbody></table></div>
</details>`;
}

/** Years, or months for a short period, at their positions. */
function renderAxis(axis: Axis): Html {
  const years = axis.width > 400 * DAY;
  const [from, to] = [new Date(axis.first), new Date(axis.first + axis.width)];
  const ticks: number[] = [];
  for (let year = from.getUTCFullYear(); year <= to.getUTCFullYear(); year++)
    for (let month = 0; month < 12; month += years ? 12 : 3) ticks.push(Date.UTC(year, month));
  const step = Math.ceil(ticks.length / 12);
  return html`<svg class="axis" width="100%" height="14" aria-hidden="true">${ticks
    .filter((time, i) => i % step === 0 && time >= axis.first && percentOf(time, axis) < 95)
    .map(
      (time) =>
        html`<text x="${percentOf(time, axis)}%" y="11">${new Date(time).toISOString().slice(0, years ? 4 : 7)}</text>`,
    )}</svg>`;
}

function renderRow(claim: PageClaim, data: ReportData, axis: Axis, leads: boolean): Html {
  const start = clamp(toTime(claim.from), axis);
  const end = Math.max(start, claim.until === null ? axis.now : clamp(toTime(claim.until), axis));
  const x = Math.min(percentOf(start, axis), 99.4);
  const width = Math.max(0.6, percentOf(end, axis) - x);
  return html`<tr${leads ? html` class="lane"` : ''} data-claim="${claim.id}"><td><bdi>${claim.source?.text ?? ''}</bdi> <span class="meta">${placeOf(claim, data)}</span></td><td class="held"><svg class="bar" width="100%" height="12" aria-hidden="true"><rect class="track" x="0" y="5" width="100%" height="2"/><rect class="is-${claim.status}" x="${x}%" y="0" width="${width.toFixed(2)}%" height="12" rx="3"/></svg><span class="meta">${periodOf(claim)} ${claim.status === 'current' ? '' : statusChip(claim.status)}</span></td></tr>`;
}

function percentOf(time: number, { first, width }: Axis): number {
  return Math.round(((time - first) / width) * 10_000) / 100;
}

/** A date that cannot be read is placed at the start. */
function clamp(time: number, { first, width }: Axis): number {
  return Number.isNaN(time) ? first : Math.min(Math.max(time, first), first + width);
}

/** The start of a date of any precision: `2026`, `2026-03`, `2026-Q1`, `2026-03-04`, an instant. */
export function toTime(date: string | null): number {
  if (date === null) return Number.NaN;
  const quarter = /^(\d{4})-Q([1-4])$/u.exec(date);
  if (quarter !== null) return Date.UTC(Number(quarter[1]), (Number(quarter[2]) - 1) * 3);
  return Date.parse(date);
}
