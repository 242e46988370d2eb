import type { ReportItem, ReportModel } from '../vault-report.ts';
import { placeOf, sourceQuote } from './claim-card.ts';
import { type Html, html } from './escape-html.ts';
import { figure } from './render-overview.ts';

/** The number of items that a person reviews in one sitting. */
const MOST = 7;
const GAPS = 12;

/** Today's review: the most important findings of the challenger. */
export function renderToday({ items, data, share }: ReportModel): Html {
  const queue = items.filter(({ kind }) => kind !== 'frontier').slice(0, MOST);
  const left = items.length - queue.length;
  return html`<section id="today" aria-labelledby="today-title">
<h2 id="today-title">Today’s review</h2>
${
  queue.length === 0
    ? html`<p class="none">Nothing needs attention.</p>`
    : html`<ol class="items">${queue.map(
        (item) => html`<li class="item is-${item.severity}"><h3>${item.title}</h3>
${item.impact > 0 ? html`<p class="meta">${figure(item.impact)} ${item.impact === 1 ? 'claim rests' : 'claims rest'} on it</p>` : ''}
${item.claims.map((claim) => html`<div class="said">${sourceQuote(claim)}<p class="meta">${placeOf(claim, data)}</p></div>`)}
${notesOf(item)}
<p class="action">${withCode(item.action)}</p>${share ? '' : html`<p class="command"><code>memora challenge acknowledge ${item.id}</code></p>`}</li>`,
      )}</ol>`
}${left > 0 && !share ? html`<p class="none">${figure(left)} more: <code>memora challenge</code></p>` : ''}
</section>`;
}

/** Gaps in the vault's knowledge: part of the world map. */
export function renderGaps({ items, data }: ReportModel): Html {
  const gaps = items.filter(({ kind }) => kind === 'frontier').slice(0, GAPS);
  if (gaps.length === 0) return html``;
  return html`<h3 class="gaps">Gaps</h3><ul class="lines">${gaps.map(
    (item) =>
      html`<li><span class="label">${item.title}</span><div>${item.claims.slice(0, 1).map((claim) => html`${sourceQuote(claim)}<p class="meta">${placeOf(claim, data)}</p>`)}${notesOf(item)}</div></li>`,
  )}</ul>`;
}

/** Text with commands in backticks. */
function withCode(text: string): Html {
  return html`${text.split('`').map((part, i) => (i % 2 === 0 ? part : html`<code>${part}</code>`))}`;
}

function notesOf({ notes }: ReportItem): Html {
  return notes.length === 0
    ? html``
    : html`<p class="meta">${notes.map((note) => html`<span class="place"><bdi>${note}</bdi></span> `)}</p>`;
}
