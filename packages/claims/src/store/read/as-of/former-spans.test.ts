import { expect, it } from 'vitest';
import { formerSpans } from './former-spans.ts';

const marked = (secret: string) => Buffer.from(`a <!--privacy:secret-->${secret}<!--/privacy--> b`);

it('gives every place of a length that touches what is secret, as it was before it was marked', () => {
  const spans = [...formerSpans(marked('xy'), new Set([3]))].map((bytes) => Buffer.from(bytes).toString());
  expect(spans).toEqual(['a x', ' xy', 'xy ', 'y b']);
});

it('gives no more than so many, however many lengths are asked for', () => {
  const lengths = new Set(Array.from({ length: 1_000 }, (_, i) => i + 1));
  let count = 0;
  for (const _ of formerSpans(marked('x'.repeat(1_000)), lengths)) count++;
  expect(count).toBe(400_000);
});
