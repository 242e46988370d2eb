import { createEgress } from '@memora/privacy';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAULTS, openFaultServer } from '../testing-fixtures/open-fault-server.ts';
import { createRobots } from './create-robots.ts';
import { type FetchSourceOptions, fetchSource } from './fetch-source.ts';

const send = createEgress({ guard: 'none', allowNetwork: false }).fetch('fetch');
let server: Awaited<ReturnType<typeof openFaultServer>>;
beforeAll(async () => {
  server = await openFaultServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const ask = (path: string, options: Partial<FetchSourceOptions> = {}) =>
  fetchSource(`${server.origin}${path}`, { send, maxBytes: 1_000_000, timeoutMs: 20_000, ...options });

/** The result of each path: a code, or null for a page. */
const OUTCOME: Readonly<Record<string, string | null>> = {
  '/page': null,
  '/gone': 'SOURCE_GONE',
  '/gone-for-good': 'SOURCE_GONE',
  '/broken': 'SOURCE_FAILED',
  '/busy': 'SOURCE_FAILED',
  '/too-many': 'SOURCE_FAILED',
  '/login-401': 'SOURCE_NEEDS_LOGIN',
  '/login-403': 'SOURCE_NEEDS_LOGIN',
  '/no-content': 'SOURCE_FAILED',
  '/teapot': 'SOURCE_FAILED',
  '/unasked-304': 'SOURCE_FAILED',
  '/members': 'SOURCE_NEEDS_LOGIN',
  '/account/login': null,
  '/login-form': 'SOURCE_NEEDS_LOGIN',
  '/moved': null,
  '/circle': 'REDIRECT_REFUSED',
  '/circle-2': 'REDIRECT_REFUSED',
  '/self': 'REDIRECT_REFUSED',
  '/to-metadata': 'NETWORK_DISABLED',
  '/to-router': 'NETWORK_DISABLED',
  '/to-file': 'URL_NOT_ALLOWED',
  '/to-ftp': 'URL_NOT_ALLOWED',
  '/to-credentials': 'URL_NOT_ALLOWED',
  '/drip': 'SOURCE_TOO_SLOW',
  '/silent': 'SOURCE_TOO_SLOW',
  '/half': 'SOURCE_FAILED',
  '/reset': 'OUTBOUND_FAILED',
  '/no-http': 'OUTBOUND_FAILED',
  '/long-head': 'OUTBOUND_FAILED',
  '/gzip-bomb': 'SOURCE_TOO_LARGE',
  '/brotli-bomb': 'SOURCE_TOO_LARGE',
  '/cut-gzip': 'SOURCE_FAILED',
  '/no-gzip': 'SOURCE_FAILED',
  '/endless': 'SOURCE_TOO_LARGE',
  '/picture': 'SOURCE_TYPE_REFUSED',
  '/film': 'SOURCE_TYPE_REFUSED',
  '/program': 'SOURCE_TYPE_REFUSED',
  '/untyped': null,
  '/odd-type': null,
  '/named': null,
  '/versioned': null,
  '/to-versioned': null,
  '/private': 'SOURCE_NEEDS_LOGIN',
};

describe('a web server', () => {
  it.each(Object.keys(FAULTS))('%s ends in its own words', async (path) => {
    const expected = OUTCOME[path];
    const timeoutMs = expected === 'SOURCE_TOO_SLOW' ? 150 : 20_000;
    const found = await ask(path, { timeoutMs }).catch((error: unknown) => error);
    if (expected === null) {
      expect(found).toMatchObject({ kind: 'fetched' });
      return;
    }
    expect(found).toMatchObject({ code: expected, hint: expect.stringMatching(/\w/) });
    expect(String(found)).not.toContain('SAID-BY-THE-SERVER');
  });

  it('is reached on this machine and behind redirects only where that is allowed', async () => {
    const internet = createEgress({ guard: 'none', allowNetwork: true, reach: 'internet' }).fetch('fetch');
    const before = server.seen.length;
    const port = new URL(server.origin).port;
    for (const host of [
      '127.0.0.1',
      'localhost',
      'a.localhost',
      '2130706433',
      '0x7f000001',
      '017700000001',
      '[::ffff:7f00:1]',
      '[::1]',
    ])
      await expect(fetchSource(`http://${host}:${port}/page`, { send: internet })).rejects.toMatchObject({
        code: 'ADDRESS_NOT_ALLOWED',
      });
    expect(server.seen.length).toBe(before);
    const both = createEgress({ guard: 'none', allowNetwork: true }).fetch('fetch');
    for (const path of ['/to-metadata', '/to-router'])
      await expect(ask(path, { send: both })).rejects.toMatchObject({ code: 'REDIRECT_REFUSED' });
  });

  it('tells type, encoding and name, of which no folder is kept', async () => {
    expect(await ask('/odd-type')).toMatchObject({ mediaType: 'text/html', charset: 'windows-1252' });
    expect(await ask('/named')).toMatchObject({ name: 'report.pdf', mediaType: 'application/pdf' });
    expect(await ask('/untyped')).toMatchObject({ name: null, mediaType: null, charset: null });
    expect(await ask('/moved')).toMatchObject({
      origin: `${server.origin}/moved`,
      url: `${server.origin}/page`,
    });
  });

  it('sends a page again only where it is another one', async () => {
    const first = await ask('/versioned');
    if (first.kind !== 'fetched') throw new Error('not fetched');
    expect(first.validators).toEqual({ etag: '"v1"', lastModified: 'Tue, 03 Nov 2026 10:00:00 GMT' });
    for (const path of ['/versioned', '/to-versioned'])
      expect(await ask(path, { since: first.validators })).toEqual({ kind: 'unchanged' });
    expect(await ask('/versioned', { since: { lastModified: first.validators.lastModified ?? '' } })).toEqual(
      {
        kind: 'unchanged',
      },
    );
    expect(await ask('/versioned', { since: { etag: '"v0"' } })).toMatchObject({ kind: 'fetched' });
  });

  it('gets user and password, which stand in no origin and go to no other server', async () => {
    const url = new URL(`${server.origin}/private`);
    url.username = 'ida';
    url.password = 'p w';
    expect(await fetchSource(url.href, { send })).toMatchObject({
      kind: 'fetched',
      origin: `${server.origin}/private`,
      neededCredentials: true,
    });
    await using other = await openFaultServer({
      '/away': (response) => void response.writeHead(302, { location: `${server.origin}/private` }).end(),
    });
    const away = `${other.origin.replace('//', '//ida:p%20w@')}/away`;
    await expect(fetchSource(away, { send })).rejects.toMatchObject({ code: 'SOURCE_NEEDS_LOGIN' });
  });

  it('is left where the caller stops', async () => {
    const stop = new AbortController();
    const asking = ask('/drip', { signal: stop.signal });
    setTimeout(() => stop.abort(new Error('enough')), 50);
    await expect(asking).rejects.toThrow('enough');
  });
});

describe('rules for robots', () => {
  const rules = (text: string, code = 200) =>
    openFaultServer({ '/robots.txt': (response) => void response.writeHead(code).end(text) });

  it('are kept, asked for once a site', async () => {
    await using site = await rules(
      'User-agent: *\nDisallow: /closed\nAllow: /closed/open\n\nUser-agent: Memora\nDisallow: /not-memora\n',
    );
    const robots = createRobots(send);
    expect(await robots.allows(`${site.origin}/not-memora/feed`)).toBe(false);
    expect(await robots.allows(`${site.origin}/closed`)).toBe(true);
    await using all = await rules('User-agent: *\nDisallow: /closed\nAllow: /closed/open\n');
    expect(await robots.allows(`${all.origin}/closed/x`)).toBe(false);
    expect(await robots.allows(`${all.origin}/closed/open`)).toBe(true);
    expect(await robots.allows(`${all.origin}/feed`)).toBe(true);
    expect(site.seen.length + all.seen.length).toBe(2);
  });

  it.each([
    [404, true],
    [403, true],
    [500, false],
    [503, false],
  ])('with status %i allow: %s', async (code, allowed) => {
    await using site = await rules('SAID', code);
    expect(await createRobots(send).allows(`${site.origin}/feed`)).toBe(allowed);
  });

  it('that are endless, or made to be slow, are read as far as they go', async () => {
    await using endless = await rules(
      `User-agent: *\nDisallow: /closed\n${'#'.repeat(600_000)}\nDisallow: /\n`,
    );
    const robots = createRobots(send);
    expect(await robots.allows(`${endless.origin}/closed`)).toBe(false);
    expect(await robots.allows(`${endless.origin}/open`)).toBe(true);
    await using slow = await rules(`User-agent: *\nDisallow: /${'*a'.repeat(500)}b\n`);
    expect(await robots.allows(`${slow.origin}/${'a'.repeat(2_000)}`)).toBe(true);
  });

  it('of a site that may not be reached are a refusal', async () => {
    const refusal = { code: 'NETWORK_DISABLED', hint: expect.stringContaining('ingest the file') };
    await expect(createRobots(send).allows('http://203.0.113.9/feed')).rejects.toMatchObject(refusal);
    await expect(fetchSource('http://203.0.113.9/feed', { send })).rejects.toMatchObject(refusal);
  });
});
