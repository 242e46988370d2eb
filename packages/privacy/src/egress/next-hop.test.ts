import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import type { WireRequest } from './exchange.ts';
import { nextHop } from './next-hop.ts';

const request: WireRequest = {
  url: new URL('https://model.example/v1'),
  method: 'POST',
  headers: {
    accept: 'application/json',
    authorization: 'Bearer k',
    'x-my-key': 'k',
    'content-type': 'application/json',
  },
  body: new TextEncoder().encode('private notes'),
};

function redirected(status: number, location: string) {
  const headers = new Headers({ location });
  return nextHop(request, { status, statusText: '', headers, body: new PassThrough() });
}

it.each([
  [307, 'http://model.example/v1'],
  [308, 'http://model.example/v1'],
  [307, 'https://other.example/v1'],
  [308, 'https://model.example:8443/v1'],
  [302, 'https://other.example/'],
])('takes neither body nor credentials to another origin: %i to %s', (status, location) => {
  expect(redirected(status, location)).toEqual({
    url: new URL(location),
    method: 'GET',
    headers: { accept: 'application/json' },
    body: null,
  });
});

it('sends the same again within the origin, where it is asked to', () => {
  expect(redirected(308, '/v2')).toEqual({ ...request, url: new URL('https://model.example/v2') });
});
