import type { ReportData } from '../src/report-data.ts';
import { chip, lineOf } from './claim-panel.ts';
import { byId, element } from './element.ts';

const PAGE = 25;

/** The matching claims as a paged table: the content of the graph as text. */
interface ClaimList {
  readonly show: (claims: readonly number[]) => void;
}

/** Starts the list. Rows are made only while it is open. */
export function startClaimList(data: ReportData, choose: (claim: number) => void): ClaimList {
  const [details, rows, label] = [
    byId('list', HTMLDetailsElement),
    byId('rows', HTMLTableSectionElement),
    byId('page', HTMLSpanElement),
  ];
  const [previous, next] = [byId('previous', HTMLButtonElement), byId('next', HTMLButtonElement)];
  let claims: readonly number[] = [];
  let page = 0;
  const render = (): void => {
    if (!details.open) return;
    const pages = Math.max(1, Math.ceil(claims.length / PAGE));
    page = Math.min(page, pages - 1);
    rows.replaceChildren(...claims.slice(page * PAGE, (page + 1) * PAGE).map(toRow));
    label.textContent = `${page + 1} of ${pages}`;
    previous.disabled = page === 0;
    next.disabled = page === pages - 1;
  };
  const turn = (by: number): void => {
    page += by;
    render();
  };
  details.addEventListener('toggle', render);
  previous.addEventListener('click', () => turn(-1));
  next.addEventListener('click', () => turn(1));
  return {
    show: (found) => {
      claims = found;
      page = 0;
      render();
    },
  };

  function toRow(index: number): HTMLTableRowElement {
    const claim = data.claims[index];
    if (claim === undefined) return element('tr');
    const button = element(
      'button',
      { type: 'button', class: 'link' },
      element('bdi', {}, lineOf(claim, data)),
    );
    button.addEventListener('click', () => choose(index));
    const note = data.notes[claim.note] ?? '';
    const holds = [claim.from, claim.until].map((date) => date?.slice(0, 10) ?? '').join(' – ');
    return element(
      'tr',
      {},
      element('td', {}, button),
      element('td', {}, chip(claim.status)),
      element('td', {}, holds === ' – ' ? '' : holds),
      element('td', {}, element('bdi', {}, claim.line === null ? note : `${note}:${claim.line}`)),
    );
  }
}
