import { parsePrivacyMarkers } from '@memora/privacy';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { finishDocument } from './finish-document.ts';
import { readDocument } from './read-document.ts';

const ABOUT = { format: 'text', extractor: 'test@1', name: 'a.txt' } as const;
const SIGNS = Array.from({ length: 0x7f - 0x20 }, (_, i) => String.fromCharCode(0x20 + i));

it('what is written in signs that begin no marker holds none, and stays as it is', () => {
  const plain = SIGNS.filter((sign) => !'%&<[{'.includes(sign));
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom(...plain, '\n', 'secret', 'claim:', 'anchor:') }),
      (text) => {
        const { markdown, meta } = finishDocument({ blocks: [{ text, at: 'page 1' }] }, ABOUT);
        expect(parsePrivacyMarkers(new TextEncoder().encode(markdown)).markers).toEqual([]);
        expect(meta.leftOut.markers).toBe(0);
        if (text !== '') expect(markdown).toBe(`<!--anchor: page 1-->\n${text}\n`);
      },
    ),
  );
});

it('one block with a marker has it taken apart, whatever stands beside it', () => {
  const blocks = [{ text: 'Tea is hot.' }, { text: '<!-- secret -->' }, { text: '[claim:a_1]' }];
  const { markdown, meta } = finishDocument({ blocks }, ABOUT);
  expect(parsePrivacyMarkers(new TextEncoder().encode(markdown)).markers).toEqual([]);
  expect(markdown).toContain('\\[claim:a_1]');
  expect(meta.leftOut.markers).toBeGreaterThan(0);
});

it('times of captions are read the same however they are written', async () => {
  const said = ['We moved the relay.', 'It stands in Porto now.', '<v Bob>When?', '- In May.'];
  const two = (value: number) => String(value).padStart(2, '0');
  const written = async (time: (second: number) => string, arrow: string, end: string) => {
    const cues = said.map((text, i) => `${time(i * 20)}${arrow}${time(i * 20 + 3)}${end}\n${text}`);
    return (await readDocument(Buffer.from(`WEBVTT\n\n${cues.join('\n\n')}\n`), { name: 'a.vtt' })).markdown;
  };
  const full = await written(
    (second) => `00:${two(Math.floor(second / 60))}:${two(second % 60)}.000`,
    ' --> ',
    '',
  );
  const short = await written(
    (second) => `${Math.floor(second / 60)}:${two(second % 60)},0`,
    '  -->\t',
    ' line:1',
  );
  expect(short).toBe(full);
  expect(full).toContain('<!--anchor: 00:01:00-->');
});
