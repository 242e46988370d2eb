import type { ReportModel, ReportRegion } from '../vault-report.ts';
import { type Html, html } from './escape-html.ts';
import { figure } from './render-overview.ts';
import { renderGaps } from './render-today.ts';

const REGIONS_SHOWN = 60;

/** The regions of the vault: how full each is, its subjects, and what needs attention. */
export function renderWorld(model: ReportModel): Html {
  const { regions } = model;
  const most = Math.max(1, ...regions.map(({ claims }) => claims));
  return html`<section id="world" aria-labelledby="world-title">
<h2 id="world-title">World map</h2>
<ul class="regions">${regions.slice(0, REGIONS_SHOWN).map((region) => renderRegion(region, most))}</ul>
${regions.length > REGIONS_SHOWN ? html`<p class="none">${figure(regions.length - REGIONS_SHOWN)} smaller regions are not shown.</p>` : ''}
${renderGaps(model)}
</section>`;
}

function renderRegion(region: ReportRegion, most: number): Html {
  const { name, notes, claims, subjects } = region;
  const wanting = (['contested', 'stale'] as const).flatMap((status) =>
    region[status] > 0
      ? [html`<span class="chip is-${status}">${figure(region[status])} ${status}</span> `]
      : [],
  );
  return html`<li class="region"><h3><bdi>${name}</bdi></h3>
<p class="meta">${figure(claims)} claims in ${figure(notes)} ${notes === 1 ? 'note' : 'notes'}, ${(claims / Math.max(1, notes)).toFixed(1)} each</p>
${statusBar(region, claims / most)}
<p class="subjects">${subjects.map((subject) => html`<span><bdi>${subject.name}</bdi> <i>${figure(subject.claims)}</i></span> `)}</p>
<p class="wanting">${wanting}${region.questions > 0 ? html`<span class="chip">${figure(region.questions)} open ${region.questions === 1 ? 'question' : 'questions'}</span>` : ''}</p></li>`;
}

/** One bar whose length is the region's number of claims, divided by status. */
function statusBar(region: ReportRegion, share: number): Html {
  const statuses = ['current', 'superseded', 'stale', 'contested'] as const;
  const scale = (Math.max(0.03, share) * 100) / Math.max(1, region.claims);
  let x = 0;
  const parts = statuses.flatMap((status) => {
    const width = region[status] * scale;
    const part = html`<rect class="is-${status}" x="${x.toFixed(2)}%" y="0" width="${width.toFixed(2)}%" height="8"/>`;
    x += width;
    return width > 0 ? [part] : [];
  });
  const words = statuses
    .filter((status) => region[status] > 0)
    .map((status) => `${region[status]} ${status}`);
  return html`<svg class="bar" width="100%" height="8" role="img" aria-label="${words.join(', ')}"><rect class="track" x="0" y="3" width="100%" height="2"/>${parts}</svg>`;
}
