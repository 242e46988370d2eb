import { countChain } from '../graph/to-chains.ts';
import type { PageClaim, ReportData } from '../report-data.ts';
import type { ReportChain, ReportModel, ReportPair } from '../vault-report.ts';
import { claimCard, periodOf, placeOf, sourceQuote, statusChip } from './claim-card.ts';
import { type Html, html } from './escape-html.ts';
import { figure } from './render-overview.ts';

/** Maximum number of items of each list on the page; a command lists the rest. */
const SHOWN = { pairs: 60, chains: 30, branches: 12, lines: 60 } as const;

/** The contradictions, the unsettled ones first, each pair side by side. */
export function renderContradictions({ pairs, data, share }: ReportModel): Html {
  const order = { contested: 0, acknowledged: 1, superseded: 2 } as const;
  const sorted = [...pairs].sort(
    (a, b) => order[a.resolution] - order[b.resolution] || (a.id < b.id ? -1 : 1),
  );
  return html`<section id="contradictions" aria-labelledby="contradictions-title">
<h2 id="contradictions-title">Contradictions</h2>
${
  pairs.length === 0
    ? html`<p class="none">No two claims contradict each other.</p>`
    : html`<ol class="pairs">${sorted.slice(0, SHOWN.pairs).map((pair) => renderPair(pair, data, share))}</ol>`
}${more(sorted.length, SHOWN.pairs, 'memora contradictions')}
</section>`;
}

const SETTLED = {
  contested: 'To settle: neither is newer than the other.',
  acknowledged: 'Acknowledged: both are kept.',
  superseded: 'Settled by time: the newer one holds.',
} as const;

function renderPair({ id, resolution, newer, older }: ReportPair, data: ReportData, share: boolean): Html {
  const command = `memora contradictions resolve ${id} ${newer.id}`;
  return html`<li class="pair is-${resolution}">
<p class="verdict"><strong>${subjectOf(newer, data)}</strong> <span>${SETTLED[resolution]}</span></p>
<div class="sides">${claimCard(newer, data, resolution === 'contested' ? null : 'newer')}<div class="versus" aria-hidden="true">≠</div>${claimCard(older, data, resolution === 'contested' ? null : 'older')}</div>
${resolution === 'contested' && !share ? html`<p class="command"><code>${command}</code></p>` : ''}
</li>`;
}

/** Invalid claims and their dependents, as trees. */
export function renderChains({ chains, data, share }: ReportModel): Html {
  return html`<section id="stale" aria-labelledby="stale-title">
<h2 id="stale-title">Stale chains</h2>
${
  chains.length === 0
    ? html`<p class="none">No claim depends on one that no longer holds.</p>`
    : html`<p class="about">The root of each tree was superseded or retracted. Everything under it depends on it and needs a second look.</p><ul class="chains">${chains
        .slice(0, SHOWN.chains)
        .map(
          (chain) =>
            html`<li class="chain"><p class="verdict">${figure(countChain(chain))} ${countChain(chain) === 1 ? 'claim rests' : 'claims rest'} on this</p>${renderChain(chain, data)}</li>`,
        )}</ul>`
}${more(chains.length, SHOWN.chains, 'memora stale')}${chains.length > 0 && !share ? html`<p class="command"><code>memora stale revalidate CLAIM --reason "…"</code> keeps one that still holds.</p>` : ''}
</section>`;
}

function renderChain({ claim, dependents }: ReportChain, data: ReportData): Html {
  const left = dependents.length - SHOWN.branches;
  return html`<div class="tree">${claimCard(claim, data)}${
    dependents.length === 0
      ? ''
      : html`<ul>${dependents.slice(0, SHOWN.branches).map((each) => html`<li>${renderChain(each, data)}</li>`)}${left > 0 ? html`<li class="none">and ${figure(left)} more that rest on it</li>` : ''}</ul>`
  }</div>`;
}

/** The decisions, newest first, and the unanswered questions. */
export function renderDecisions({ decisions, questions, data }: ReportModel): Html {
  return html`<section id="decisions" aria-labelledby="decisions-title">
<h2 id="decisions-title">Decisions</h2>
${
  decisions.length === 0
    ? html`<p class="none">The notes record no decision.</p>`
    : html`<ol class="lines">${decisions
        .slice(0, SHOWN.lines)
        .map(
          ({ decidedOn, status, claim }) =>
            html`<li data-claim="${claim.id}"><time>${decidedOn === null ? 'undated' : decidedOn.slice(0, 10)}</time> <div>${sourceQuote(claim)}<p class="meta">${statusChip(status)} ${placeOf(claim, data)}</p></div></li>`,
        )}</ol>`
}${more(decisions.length, SHOWN.lines, 'memora decisions')}
</section>
<section id="questions" aria-labelledby="questions-title">
<h2 id="questions-title">Open questions</h2>
${
  questions.length === 0
    ? html`<p class="none">No question in the notes waits for an answer.</p>`
    : html`<ul class="lines">${questions
        .slice(0, SHOWN.lines)
        .map(
          (claim) =>
            html`<li data-claim="${claim.id}"><time>${periodOf(claim).replace('from ', '')}</time> <div>${sourceQuote(claim)}<p class="meta">${placeOf(claim, data)}</p></div></li>`,
        )}</ul>`
}${more(questions.length, SHOWN.lines, 'memora decisions')}
</section>`;
}

function subjectOf(claim: PageClaim, { subjects }: ReportData): Html {
  return html`<bdi>${subjects[claim.subject] ?? ''}</bdi>`;
}

function more(count: number, shown: number, command: string): Html {
  return count <= shown
    ? html``
    : html`<p class="none">${figure(count - shown)} more: <code>${command}</code></p>`;
}
