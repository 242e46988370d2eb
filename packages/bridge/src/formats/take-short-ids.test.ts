import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readJsonStore } from './read-json-store.ts';

const id = fc.oneof(
  fc.constantFrom('', 'a', 'm1', 'é', '"', '\\', 'a"b', 'ten-units-', 'ten-units-1', ' ', '\u0000', '🙂'),
  fc.string({ unit: 'binary', maxLength: 12 }),
);
const row = fc
  .tuple(id, fc.option(id, { nil: undefined }), fc.constantFrom('first', 'last', 'twice', 'alone', 'nested'))
  .map(([one, other, where]) => {
    const own = JSON.stringify(one);
    if (where === 'alone') return `{"id":${own}}`;
    if (where === 'nested') return `{"metadata":{"id":${own}},"memory":"said"}`;
    if (where === 'last') return `{"memory":"said","id":${own}}`;
    const again = where === 'twice' && other !== undefined ? `,"id":${JSON.stringify(other)}` : '';
    return `{"id":${own},"memory":"said {\\"id\\":\\"x\\",}"${again}}`;
  });

it('gives each row the id that its text says, and leaves the bytes as they are', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 12 }), async (rows) => {
      const bytes = Buffer.from(`{"results":[${rows.join(',')}]}`);
      const before = bytes.toString();
      const given: unknown[] = [];
      const once = (async function* () {
        yield bytes;
      })();
      for await (const part of readJsonStore('m.json', once, Number.MAX_SAFE_INTEGER))
        for (const each of part) if ('text' in each) given.push([each.id, each.text]);
      const wanted = rows.flatMap((text, i) => {
        const { id: own, memory } = JSON.parse(text) as { id?: string; memory?: string };
        const isNamed = own !== undefined && own.trim() !== '';
        return memory === undefined ? [] : [[isNamed ? own : `row-${i + 1}`, memory]];
      });
      expect(given).toEqual(wanted);
      expect(bytes.toString()).toBe(before);
    }),
  );
});
