import type { PageClaim, ReportData } from '../report-data.ts';
import { type Html, html } from './escape-html.ts';

/** A status as coloured text. */
export function statusChip(status: string): Html {
  return html`<span class="chip is-${status}">${status}</span>`;
}

/** The source line of a claim with its span marked, or a sentence that says that the line can't be shown. */
export function sourceQuote({ source, band, state }: PageClaim): Html {
  if (source !== null) {
    const { before, text, after } = source;
    return html`<blockquote dir="auto"><bdi class="around">${before}</bdi><mark><bdi>${text}</bdi></mark><bdi class="around">${after}</bdi></blockquote>`;
  }
  if (band === 'secret') return html`<p class="absent">[redacted]</p>`;
  if (state === 'changed') return html`<p class="absent">The note no longer says it.</p>`;
  if (state === 'gone') return html`<p class="absent">The note is gone.</p>`;
  return html`<p class="absent">[private]</p>`;
}

/** The place of a claim: note and line, as a link to Obsidian if the page may name the vault. */
export function placeOf({ note, line, band }: PageClaim, data: ReportData): Html {
  const path = data.notes[note] ?? '';
  if (data.vaultName === null && band !== 'public') return html`<span class="place">${path}</span>`;
  const text = line === null ? path : `${path}:${line}`;
  if (data.vaultName === null) return html`<span class="place"><bdi>${text}</bdi></span>`;
  return html`<a class="place" href="${obsidianUrl(data.vaultName, path)}"><bdi>${text}</bdi></a>`;
}

/** The place in the note's original document. */
function anchorOf({ anchor }: PageClaim): Html {
  if (anchor === undefined) return html``;
  const { label, href } = anchor;
  return href === undefined
    ? html`<span class="place"><bdi>${label}</bdi></span> `
    : html`<a class="place" rel="noopener noreferrer" href="${href}"><bdi>${label}</bdi></a> `;
}

/** The period in which a claim is valid, in words. */
export function periodOf({ from, until, precision }: PageClaim): string {
  if (from === null && until === null) return '';
  const since = from === null || precision === 'unknown' ? '' : `from ${shortDate(from)}`;
  const till = until === null ? '' : `until ${shortDate(until)}`;
  return [since, till].filter((part) => part !== '').join(' ');
}

/** A claim as a card: status, text, place and period. */
export function claimCard(claim: PageClaim, data: ReportData, label: string | null = null): Html {
  const period = periodOf(claim);
  return html`<article class="card" data-claim="${claim.id}">
<header>${label === null ? '' : html`<span class="label">${label}</span> `}${statusChip(claim.status)}${period === '' ? '' : html` <span class="period">${period}</span>`}</header>
${sourceQuote(claim)}
<footer>${placeOf(claim, data)} ${anchorOf(claim)}<code class="id">${claim.id}</code></footer>
</article>`;
}

/** `2026-03-04T00:00:00.000Z` as `2026-03-04`; shorter dates as they are. */
function shortDate(date: string): string {
  return date.slice(0, 10);
}

function obsidianUrl(vault: string, path: string): string {
  return `obsidian://open?vault=${encodeURIComponent(vault)}&file=${encodeURIComponent(path)}`;
}
