import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readGraphLines } from './read-graph-lines.ts';

/** Chunks of a few bytes, all in the same buffer, which is refilled. */
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
      for await (const part of readGraphLines('m.jsonl', chunked(bytes, size)))
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

/** Lines with half of a value, or more than one: joined, they would be different values than on their own. */
const damaged = fc.constantFrom(
  '{"type":"entity","name":"A","observations":["one"',
  '"two"]}',
  '{"type":"entity","name":"B","observations":["a"]},{"type":"entity","name":"C","observations":["b"]}',
  '{"type":"entity","name":"B","observations":["a"]},100000000,{}',
  '{"type":"entity","name":"D","observations":["begins',
  'ends"]}',
  '[1',
  '2]',
  '',
  '  ',
  '\t"a list\u2019s line" \r',
  '\ufeff{"type":"entity","name":"E","observations":["marked"]}',
  '{"type":"relation","from":"B","to":"Ü","relationType":"works_at"}\r',
  '{"memory":"a row","id":"r"}',
);

it('reads many lines as it reads each by itself, with the same bytes', async () => {
  const lines = fc.array(fc.oneof(written, damaged), { minLength: 1, maxLength: 8 });
  const read = async (bytes: Uint8Array, size: number) => {
    const given: object[] = [];
    for await (const part of readGraphLines('m.jsonl', chunked(bytes, size)))
      given.push(...part.filter((each) => !('problem' in each) || each.problem !== 'RELATION_DANGLING'));
    return given;
  };
  await fc.assert(
    fc.asyncProperty(
      lines,
      fc.integer({ min: 1, max: 2_000 }),
      fc.constantFrom('', '\u00ff'),
      async (all, size, stray) => {
        // A stray byte that is not UTF-8 shifts no position.
        const bytes = Buffer.concat(
          all.map((line) => Buffer.concat([Buffer.from(`${line}\n`), Buffer.from(stray, 'latin1')])),
        );
        let start = 0;
        const wanted: object[] = [];
        for (const [i, line] of bytes.toString('latin1').split('\n').entries()) {
          for (const each of (await read(Buffer.from(line, 'latin1'), 7)) as Record<string, unknown>[]) {
            const { span } = each as { span?: { start: number; end: number } };
            wanted.push({
              ...each,
              ...('line' in each ? { line: i + 1 } : { number: i + 1 }),
              ...(each['id'] === 'line-1' ? { id: `line-${i + 1}` } : {}),
              ...(typeof each['id'] === 'string' && each['id'].startsWith('line-1#')
                ? { id: each['id'].replace('line-1#', `line-${i + 1}#`) }
                : {}),
              ...(span === undefined ? {} : { span: { start: span.start + start, end: span.end + start } }),
            });
          }
          start += line.length + 1;
        }
        expect(await read(bytes, size)).toEqual(wanted);
      },
    ),
  );
});
