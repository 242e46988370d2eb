import type { ReportModel } from '../vault-report.ts';
import { type Html, html } from './escape-html.ts';
import { figure } from './render-overview.ts';

const STATUSES = ['current', 'superseded', 'stale', 'contested'] as const;

/** The frame of the claim graph, its filters and its list. The page's script fills it; without scripts, a sentence explains that. */
export function renderGraphSection({ figures, data, regions }: ReportModel): Html {
  const bands = (['public', 'private', 'secret'] as const).filter((band) =>
    data.claims.some((claim) => claim.band === band),
  );
  const gathered = figures.claims - figures.claimsShown;
  return html`<section id="graph" aria-labelledby="graph-title">
<h2 id="graph-title">Claim graph</h2>
<p class="about">Each dot is a claim; circles around dots are subjects, circles around those are regions of the vault. Lines show disputes, history and stale claims; a selected claim shows all of its lines. ${
    gathered > 0
      ? `The ${figure(figures.claimsShown)} claims that matter most are shown one by one; the other ${figure(gathered)} are gathered in the large grey dots. `
      : ''
  }</p>
<noscript><p class="about">The graph, its filters and the list of claims need the script of this page. Everything below works without it.</p></noscript>
<div class="explorer" id="explorer" hidden>
<form class="filters" id="filters" aria-label="Filter the claims">
<label class="wide">Search <input type="search" id="search" autocomplete="off" spellcheck="false" placeholder="words, a note, an id"></label>
<label>Region <select id="region"><option value="">all regions</option>${regions.map(
    ({ name }) => html`<option value="${data.regions.indexOf(name)}">${name}</option>`,
  )}</select></label>
<label>Band <select id="band"><option value="">all bands</option>${bands.map((band) => html`<option>${band}</option>`)}</select></label>
<fieldset><legend>Status</legend>${STATUSES.map(
    (status) =>
      html`<label class="check"><input type="checkbox" name="status" value="${status}" checked> <span class="dot is-${status}"></span>${status}</label>`,
  )}</fieldset>
<label class="wide time" id="time">Holds on <output id="date" for="moment">any date</output><input type="range" id="moment" min="0" max="0" value="0"></label>
<div class="row"><button type="reset" class="quiet">Clear filters</button> <span id="count" role="status"></span></div>
</form>
<div class="stage" id="stage">
<div class="canvas" id="canvas" role="application" tabindex="0" aria-label="Claim graph" aria-describedby="graph-keys"></div>
<p class="sr" id="graph-keys">Arrow keys go from claim to claim, plus and minus zoom, zero shows everything, Escape leaves the claim. The list below holds the same claims.</p>
<div class="zoom"><button type="button" id="zoom-in" aria-label="Zoom in">+</button><button type="button" id="zoom-out" aria-label="Zoom out">−</button><button type="button" id="zoom-all" aria-label="Show everything">⤢</button></div>
<ul class="legend" aria-hidden="true"><li><i class="line is-contradicts"></i>contradicts</li><li><i class="line is-supersedes"></i>supersedes</li><li><i class="line is-depends"></i>rests on</li></ul>
</div>
<aside class="panel" id="panel" aria-live="polite" aria-label="The chosen claim"></aside>
<details class="list" id="list"><summary>The same claims as a list</summary><div class="scroll"><table><thead><tr><th scope="col">Claim</th><th scope="col">Status</th><th scope="col">Holds</th><th scope="col">Note</th></tr></thead><tbody id="rows"></tbody></table></div>
<div class="row"><button type="button" class="quiet" id="previous">Previous</button> <span id="page"></span> <button type="button" class="quiet" id="next">Next</button></div></details>
</div>
<div class="print-graph" id="print-graph"></div>
</section>`;
}
