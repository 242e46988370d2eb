import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { MOST_BODY, MOST_DEPTH, readBody } from './read-body.ts';

const read = (pieces: readonly (string | Buffer)[], headers = {}) =>
  readBody(
    Object.assign(Readable.from(pieces.map((each) => Buffer.from(each as string))), {
      headers,
    }) as unknown as IncomingMessage,
  );
const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('the body of a request', () => {
  it('is read up to its most bytes, and not one more', async () => {
    expect((await read(['a'.repeat(MOST_BODY)])).length).toBe(MOST_BODY);
    expect(await read(['a'.repeat(MOST_BODY), 'a'])).toBe('too long');
    expect(await read([], { 'content-length': String(MOST_BODY + 1) })).toBe('too long');
  });

  it('is as deep as it may be, and not a level more, however it comes in pieces', async () => {
    expect(String(await read([nested(MOST_DEPTH)]))).toBe(nested(MOST_DEPTH));
    expect(await read([nested(MOST_DEPTH + 1)])).toBe('too deep');
    expect(await read([...nested(MOST_DEPTH + 1)])).toBe('too deep');
    expect(await read([`{"a":`.repeat(MOST_DEPTH + 1)])).toBe('too deep');
    // Any number of siblings is allowed.
    expect(String(await read([`[${'[],'.repeat(1_000)}[]]`]))).toHaveLength(3_004);
  });

  it('counts no bracket of a text, and is not led astray by escapes', async () => {
    const texts = ['['.repeat(1_000), `\\"${'{'.repeat(100)}`, '\\\\'];
    for (const text of texts)
      expect(String(await read([...JSON.stringify([text])]))).toBe(JSON.stringify([text]));
    // A string that ends after two backslashes: the rest is outside of it.
    expect(await read([`["\\\\",${'['.repeat(MOST_DEPTH)}`])).toBe('too deep');
  });

  it('is refused before the rest of it comes', async () => {
    let sent = 0;
    const endless = Readable.from(
      (function* () {
        for (;;) {
          sent++;
          yield Buffer.from('['.repeat(1_000));
        }
      })(),
      { highWaterMark: 1 },
    );
    expect(await readBody(Object.assign(endless, { headers: {} }) as unknown as IncomingMessage)).toBe(
      'too deep',
    );
    expect(sent).toBeLessThan(5);
  });
});
