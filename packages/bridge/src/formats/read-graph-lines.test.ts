import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readGraphLines } from './read-graph-lines.ts';

/** Chunks of a few bytes, all in the same buffer: whoever reads may fill it anew. */
async function* chunked(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  const buffer = Buffer.alloc(size);
  for (let at = 0; at < bytes.length; at += size) {
    const part = bytes.subarray(at, at + size);
    buffer.set(part);
    yield buffer.subarray(0, part.length);
  }
}

const said = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    '',
    ' ',
    '\\',
    '"',
    '\\"',
    '\\\\',
    ',"observations":["',
    '"]}',
    'Über',
    '\ud800',
    'a\nb',
    '🙂',
  ),
  fc.array(fc.constantFrom('\\', '"', 'a', ',', ']', '}'), { maxLength: 6 }).map((signs) => signs.join('')),
);
const observation = fc.oneof({ arbitrary: said, weight: 6 }, { arbitrary: fc.jsonValue(), weight: 1 });
const entity = fc.record({
  name: said,
  observations: fc.array(observation, { maxLength: 4 }),
  more: fc.option(fc.dictionary(fc.constantFrom('a', 'observations'), fc.array(said)), { nil: undefined }),
});
/** As the reference server writes it, with the members in another order, and with spaces between them. */
const written = fc
  .tuple(entity, fc.constantFrom('last', 'first', 'spaced'))
  .map(([{ name, observations, more }, how]) => {
    const head = { type: 'entity', name, entityType: 'thing', ...(more === undefined ? {} : { more }) };
    const value = how === 'first' ? { observations, ...head } : { ...head, observations };
    const text = JSON.stringify(value);
    return how === 'spaced' ? text.replace('"observations":[', '"observations" : [ ') : text;
  });

it('gives each observation with the bytes that say it, however the line is written and the chunks fall', async () => {
  const lines = fc.array(written, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(lines, fc.integer({ min: 1, max: 200 }), async (all, size) => {
      const bytes = Buffer.from(all.join('\n'));
      const given: { text: string; line: number; said: unknown }[] = [];
      for await (const part of readGraphLines('m.jsonl', chunked(bytes, size), Number.MAX_SAFE_INTEGER))
        for (const each of part)
          if ('text' in each) {
            const { start, end } = each.span;
            const own = JSON.parse(bytes.subarray(start, end).toString()) as unknown;
            given.push({ text: each.text, line: each.line, said: own });
          }
      const wanted = all.flatMap((line, i) =>
        (JSON.parse(Buffer.from(line).toString()) as { observations: unknown[] }).observations.flatMap(
          (text) =>
            typeof text === 'string' && text.trim() !== '' ? [{ text, line: i + 1, said: text }] : [],
        ),
      );
      expect(given).toEqual(wanted);
    }),
  );
});
