import { expect, it } from 'vitest';
import { refusalOfForeign } from './refusal-of-foreign.ts';

it('knows its own names only', () => {
  const at = (host: string, origin?: string) =>
    refusalOfForeign({ headers: { host, ...(origin === undefined ? {} : { origin }) } }, 80);
  expect(at('127.0.0.1:80')).toBeNull();
  expect(at('localhost:80', 'http://localhost:80')).toBeNull();
  for (const host of ['127.0.0.1', '127.0.0.1:81', 'localhost.evil.example:80', '0.0.0.0:80', ''])
    expect(at(host)).toBe(403);
  for (const origin of [
    'null',
    'http://127.0.0.1:81',
    'https://127.0.0.1:80',
    'http://localhost.evil.example:80',
  ])
    expect(at('127.0.0.1:80', origin)).toBe(403);
});

it('refuses what a page of another site asks for', () => {
  const from = (site: string) =>
    refusalOfForeign({ headers: { host: '127.0.0.1:80', 'sec-fetch-site': site } }, 80);
  expect(from('same-origin')).toBeNull();
  expect(from('none')).toBeNull();
  expect(from('cross-site')).toBe(403);
});
