import type { PageClaim, ReportData } from '../src/report-data.ts';
import { element } from './element.ts';

/** The claim that the panel next to the graph shows. */
interface PanelContent {
  readonly claim: number;
  /** Other claims, by their relation to this one. */
  readonly related: readonly { readonly how: string; readonly claim: number }[];
}

/** Writes one claim into the panel: its source line, its place, and its related claims. */
export function showClaim(
  panel: HTMLElement,
  { claim: index, related }: PanelContent,
  data: ReportData,
  choose: (claim: number) => void,
): void {
  const claim = data.claims[index];
  if (claim === undefined) return;
  const path = data.notes[claim.note] ?? '';
  const place = claim.line === null ? path : `${path}:${claim.line}`;
  const facts: readonly (readonly [string, string | null])[] = [
    [
      'holds',
      [claim.from?.slice(0, 10), claim.until?.slice(0, 10) ?? 'now'].join(' → ').replace(/^ → /u, '… → '),
    ],
    ['kind', claim.assertion === 'asserted' ? claim.kind : `${claim.kind}, ${claim.assertion}`],
    ['band', claim.band],
    ['citation', STATES[claim.state]],
    ['confidence', claim.confidence.toFixed(2)],
    ['bytes', `[${claim.span[0]}, ${claim.span[1]})`],
    ['BLAKE3', claim.fingerprint],
  ];
  panel.replaceChildren(
    element('p', { class: 'meta' }, chip(claim.status), ` ${data.regions[claim.region] ?? ''}`),
    element('h3', {}, element('bdi', {}, data.subjects[claim.subject] ?? '')),
    element(
      'p',
      { class: 'triple' },
      element('bdi', {}, [claim.predicate, claim.object].filter((part) => part !== null).join(' · ')),
    ),
    sourceOf(claim),
    element('p', {}, placeLink(claim, place, path, data)),
    claim.anchor === undefined ? '' : element('p', {}, originalLink(claim.anchor)),
    element(
      'dl',
      {},
      ...facts.flatMap(([name, value]) =>
        value === null
          ? []
          : [element('dt', {}, name), element('dd', name === 'BLAKE3' ? { class: 'hash' } : {}, value)],
      ),
    ),
    related.length === 0 ? '' : relatedList(related, data, choose),
    element('p', { class: 'meta' }, element('code', {}, claim.id)),
  );
}

/** A link to the place in the note's original document. */
function originalLink({ label, href }: NonNullable<PageClaim['anchor']>): HTMLElement {
  return href === undefined
    ? element('bdi', {}, label)
    : element('a', { href, rel: 'noopener noreferrer' }, element('bdi', {}, label));
}

/** A claim in one line: the text of its note, or what is known of it. */
export function lineOf(claim: PageClaim, { subjects }: ReportData): string {
  return (
    claim.source?.text ??
    [subjects[claim.subject], claim.predicate, claim.object].filter((part) => part != null).join(' ')
  );
}

/** A status as coloured text. */
export function chip(status: string): HTMLElement {
  return element('span', { class: `chip is-${status}` }, status);
}

const STATES = {
  intact: 'unchanged, hashed again for this page',
  relocated: 'unchanged, moved inside its note',
  changed: 'no longer in its note',
  gone: 'its note is gone',
} as const;

function sourceOf({ source, band }: PageClaim): HTMLElement {
  if (source === null)
    return element('p', { class: 'absent' }, band === 'secret' ? '[redacted]' : '[not shown]');
  return element(
    'blockquote',
    { dir: 'auto' },
    element('bdi', { class: 'around' }, source.before),
    element('mark', {}, element('bdi', {}, source.text)),
    element('bdi', { class: 'around' }, source.after),
  );
}

function placeLink(claim: PageClaim, place: string, path: string, { vaultName }: ReportData): HTMLElement {
  const text = element('bdi', {}, place);
  if (vaultName === null) return element('span', { class: 'place' }, text);
  const href = `obsidian://open?vault=${encodeURIComponent(vaultName)}&file=${encodeURIComponent(path)}`;
  return element('a', { class: 'place', href, 'data-line': String(claim.line ?? '') }, text);
}

function relatedList(
  related: PanelContent['related'],
  data: ReportData,
  choose: (claim: number) => void,
): HTMLElement {
  const items = related.slice(0, 40).flatMap(({ how, claim }) => {
    const other = data.claims[claim];
    if (other === undefined) return [];
    const button = element(
      'button',
      { type: 'button', class: 'link' },
      element('bdi', {}, lineOf(other, data)),
    );
    button.addEventListener('click', () => choose(claim));
    return [element('li', {}, element('span', { class: 'label' }, how), ' ', button)];
  });
  return element('ul', { class: 'related' }, ...items);
}
