import { signal } from '@preact/signals';
import { PLACES, type Place } from '../src/places.ts';

/** The current place of the page, and the rest of its address (`#/notes/people/ida.md`). */
interface CurrentPlace {
  readonly place: Place;
  readonly rest: string;
}

export const current = signal<CurrentPlace>(readPlace());

addEventListener('hashchange', () => {
  current.value = readPlace();
});

/** The address of a place within the page. */
export function addressOf(place: Place, rest = ''): string {
  return `#/${place.toLowerCase()}${rest === '' ? '' : `/${rest.split('/').map(encodeURIComponent).join('/')}`}`;
}

function readPlace(): CurrentPlace {
  const [, name = '', rest = ''] = /^#\/([a-z]+)(?:\/(.*))?$/u.exec(location.hash) ?? [];
  const place = PLACES.find((each) => each.toLowerCase() === name) ?? 'Ask';
  return { place, rest: rest.split('/').map(decode).join('/') };
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
