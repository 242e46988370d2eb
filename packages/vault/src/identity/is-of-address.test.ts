import { expect, it } from 'vitest';
import { isOfAddress } from './is-of-address.ts';

it.each([
  ['https://docs.a.example/b', 'https://docs.a.example/b/'],
  ['https://docs.a.example/b', 'https://docs.a.example'],
  ['https://docs.a.example/b', 'DOCS.A.EXAMPLE'],
  ['https://docs.a.example/b', 'a.example'],
  ['http://me@docs.a.example:8080', 'docs.a.example'],
  ['http://localhost:3000/x', 'localhost'],
  ['web_fetch', 'web_fetch'],
])('finds that %s is of %s', (address, named) => {
  expect(isOfAddress(address, named)).toBe(true);
});

it.each([
  ['https://docs.a.example/b', 'example'],
  ['https://docs.a.example/b', 'https://docs.a.example/'.concat('c')],
  ['https://nota.example', 'a.example'],
  ['https://b.example/?of=a.example', 'a.example'],
  ['https://a.example/', ' '],
  ['web_fetch', 'fetch'],
])('finds that %s is not of %s', (address, named) => {
  expect(isOfAddress(address, named)).toBe(false);
});
