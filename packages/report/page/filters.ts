import type { ClaimQuery } from './claim-index.ts';
import { byId } from './element.ts';

const DAY = 86_400_000;

/** The current filters of the form. */
export function readFilters(): ClaimQuery {
  const text = byId('search', HTMLInputElement).value.normalize('NFKC').toLowerCase();
  const region = byId('region', HTMLSelectElement).value;
  const band = byId('band', HTMLSelectElement).value;
  const moment = byId('moment', HTMLInputElement);
  const checked = document.querySelectorAll<HTMLInputElement>('#filters input[name=status]:checked');
  return {
    words: text.split(/\s+/u).filter((word) => word !== ''),
    region: region === '' ? null : Number(region),
    band: band === '' ? null : band,
    statuses: new Set([...checked].map(({ value }) => value)),
    moment: moment.value === moment.max ? null : Number(moment.value) * DAY,
  };
}

/** Listens to the form. `span` is the range of dates that the claims name; the far end of the slider means any date. */
export function startFilters(span: readonly [first: number, last: number] | null, apply: () => void): void {
  const form = byId('filters', HTMLFormElement);
  const moment = byId('moment', HTMLInputElement);
  const date = byId('date', HTMLOutputElement);
  if (span === null) byId('time', HTMLLabelElement).hidden = true;
  else {
    const [first, last] = [Math.floor(span[0] / DAY), Math.ceil(span[1] / DAY) + 1];
    moment.min = String(first);
    moment.max = String(last);
    moment.value = moment.max;
    moment.defaultValue = moment.max;
  }
  const showDate = (): void => {
    const any = moment.value === moment.max;
    date.textContent = any ? 'any date' : new Date(Number(moment.value) * DAY).toISOString().slice(0, 10);
    moment.setAttribute('aria-valuetext', date.textContent);
  };
  let waiting = 0;
  const soon = (): void => {
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(apply);
  };
  form.addEventListener('input', () => {
    showDate();
    soon();
  });
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('reset', () => {
    // The fields get their initial values only after this event.
    setTimeout(() => {
      showDate();
      soon();
    });
  });
  showDate();
}
