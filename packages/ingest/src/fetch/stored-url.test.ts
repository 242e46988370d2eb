import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toStoredUrl } from './stored-url.ts';

const stored = (url: string) => toStoredUrl(new URL(url));

it.each([
  ['https://ida:hunter2@example.com/a?b=1', 'https://example.com/a?b=1'],
  ['https://example.com/a?token=SECRETVALUE&page=2', 'https://example.com/a?page=2'],
  ['https://example.com/a?access_token=SECRETVALUE', 'https://example.com/a'],
  ['https://example.com/a?API_KEY=SECRETVALUE', 'https://example.com/a'],
  ['https://example.com/a?key=a8f5f167f44f4964e6c998dee827110c', 'https://example.com/a'],
  [
    'https://b.s3.amazonaws.com/k?X-Amz-Credential=AKIA&X-Amz-Signature=ab&v=1',
    'https://b.s3.amazonaws.com/k?v=1',
  ],
  ['https://example.com/a;jsessionid=ABCDEF?x=1', 'https://example.com/a?x=1'],
  ['https://example.com/get/ghp_16C7e42F292c6912E7710c838347Ae178B4a/x', 'https://example.com/'],
  ['https://example.com/a?q=sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789', 'https://example.com/a'],
])('%s is kept as %s', (url, kept) => {
  expect(stored(url)).toMatchObject({ url: kept, isWithoutCredentials: true });
});

it.each([
  'https://example.com/a?key=article-12&code=DE',
  'https://example.com/a%20b/?q=caf%C3%A9+x&&empty=&q=2',
  'https://example.com/2026/11/03/harbour-report-2026',
])('%s stays as it is', (url) => {
  expect(stored(url)).toEqual({ url, request: url, authorization: null, isWithoutCredentials: false });
});

it('leaves out the fragment, which no server is sent', () => {
  expect(stored('https://example.com/a#b')).toMatchObject({
    url: 'https://example.com/a',
    isWithoutCredentials: false,
  });
});

it('keeps nothing of user and password, whatever they are, and is the same the second time', () => {
  const word = fc.string({ minLength: 6, unit: fc.constantFrom(...'QZXJ') });
  fc.assert(
    fc.property(
      word,
      word,
      fc.webPath().map((path) => `https://example.com${path}`),
      (user, password, address) => {
        const url = new URL(address);
        url.username = user;
        url.password = password;
        const once = toStoredUrl(url);
        expect(once.url).not.toContain(`${user}:`);
        expect(once.authorization).toBe(`Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`);
        expect(toStoredUrl(new URL(once.url)).url).toBe(once.url);
      },
    ),
    { numRuns: sampleOf(30) },
  );
});
