import type { ReportModel } from '../vault-report.ts';
import { type Html, html } from './escape-html.ts';
import { figure } from './render-overview.ts';

const NOTES_SHOWN = 100;

/** Shows whether the words of each claim are still in its note, and lists the notes where they are not. */
export function renderHealth({ figures, health, failures, data }: ReportModel): Html {
  const states = [
    ['intact', figures.intact, 'are where they were'],
    ['relocated', figures.relocated, 'moved inside their note, word for word'],
    ['changed', figures.changed, 'are no longer in their note'],
    ['gone', figures.gone, 'lost their note'],
  ] as const;
  const total = Math.max(1, figures.claims);
  let x = 0;
  const bar = states.map(([state, count]) => {
    const width = (count / total) * 100;
    const part = html`<rect class="is-${state}" x="${x.toFixed(3)}%" y="0" width="${width.toFixed(3)}%" height="16"/>`;
    x += width;
    return part;
  });
  return html`<section id="health" aria-labelledby="health-title">
<h2 id="health-title">Citation health</h2>
<svg class="bar tall" width="100%" height="16" aria-hidden="true">${bar}</svg>
<ul class="states">${states.map(([state, count, words]) => html`<li><span class="dot is-${state}"></span><b>${figure(count)}</b> ${words}</li>`)}</ul>
${
  health.length === 0
    ? ''
    : html`<div class="scroll"><table class="ruled"><caption class="sr">Notes with claims that have moved or changed</caption><thead><tr><th scope="col">Note</th><th scope="col">Claims</th><th scope="col">Moved</th><th scope="col">No longer there</th></tr></thead><tbody>${health
        .slice(0, NOTES_SHOWN)
        .map(
          ({ note, claims, relocated, changed, gone }) =>
            html`<tr><td><bdi>${note}</bdi>${gone > 0 ? ' (gone)' : ''}</td><td>${figure(claims)}</td><td>${figure(relocated)}</td><td>${figure(changed + gone)}</td></tr>`,
        )}</tbody></table></div><p class="command"><code>memora index</code> indexes what has changed.</p>`
}
${
  failures.length === 0
    ? ''
    : html`<h3>Notes that could not be read</h3><ul>${failures.slice(0, NOTES_SHOWN).map(({ note, code }) => html`<li><bdi>${note}</bdi> <code>${code}</code></li>`)}</ul>`
}
${data.vaultName === null ? '' : html`<p class="about">Check any fingerprint without Memora: <code>tail -c +$((START+1)) NOTE | head -c $((END-START)) | b3sum</code></p>`}
</section>`;
}
