import type { ReportModel } from '../vault-report.ts';
import { type Html, html } from './escape-html.ts';

/** The figures, each linked to its items, and a sentence on whether the citations hold. */
export function renderOverview({ figures, share }: ReportModel): Html {
  const moved = figures.relocated + figures.changed + figures.gone;
  const tiles: readonly (readonly [number, string, string, string])[] = [
    [figures.claims, 'claims', '#graph', 'plain'],
    [figures.notes, 'notes', '#world', 'plain'],
    [figures.subjects, 'subjects', '#timelines', 'plain'],
    [figures.decisions, 'decisions', '#decisions', 'plain'],
    [figures.unsettled, 'contradictions to settle', '#contradictions', 'contested'],
    [figures.stale, 'stale claims', '#stale', 'stale'],
    [figures.openQuestions, 'open questions', '#questions', 'plain'],
    [figures.superseded, 'superseded, kept as history', '#timelines', 'superseded'],
  ];
  return html`<section id="overview" aria-labelledby="overview-title">
<h2 id="overview-title" class="sr">Overview</h2>
<p class="lede">${figure(figures.claims)} claims from ${figure(figures.notes)} notes. Each was re-read and re-hashed for this page: <strong>${
    moved === 0
      ? 'every one is still in its note'
      : `${figure(figures.intact + figures.relocated)} are still in their notes`
  }</strong>${
    moved === 0
      ? '.'
      : html`, <a href="#health">${figure(figures.changed + figures.gone)} no longer do</a>${figures.relocated > 0 ? `, ${figure(figures.relocated)} moved with their words` : ''}.`
  }${share ? html` This page is made to be shared: private claims are hashes, secret ones are not in it.` : ''}</p>
<ul class="tiles">${tiles.map(
    ([value, label, href, tone]) =>
      html`<li class="tile ${value > 0 ? `is-${tone}` : 'is-none'}"><a href="${href}"><b>${figure(value)}</b> <span>${label}</span></a></li>`,
  )}</ul>
</section>`;
}

/** A whole number with thin spaces between groups of digits. */
export function figure(value: number): string {
  return value.toLocaleString('en');
}
