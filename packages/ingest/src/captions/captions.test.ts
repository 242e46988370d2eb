import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readDocument } from '../read-document.ts';

const read = async (text: string) => {
  const { markdown, anchors } = await readDocument(Buffer.from(text), { name: 'talk.vtt' });
  return { markdown, anchors };
};
const time = (seconds: number) => `${new Date(seconds * 1_000).toISOString().slice(11, 19)}.000`;

it('reads cues as programs write them as it reads the same cues with settings, which are read line by line', async () => {
  const words = fc.constantFrom(
    ...[
      'Hello',
      'there.',
      'yes!',
      'a:b',
      'ADA:',
      '- no',
      '>> EVE:',
      'a::b',
      '*x*',
      '&amp;',
      '<i>it</i>',
      'two  sp',
    ],
    ...['über', '[claim:a]', '%%private%%', '1.', '# h', '12'],
  );
  const cue = fc.record({
    voice: fc.constantFrom('', '<v Ada>', '<v Bob>', '<v.loud Ann>', '<v >', '<v A<b>'),
    said: fc.array(words, { minLength: 1, maxLength: 5 }),
    lasts: fc.constantFrom(1, 3, 9, 20),
    pause: fc.constantFrom(0, 0, 3),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(cue, { minLength: 1, maxLength: 8 }), async (cues) => {
      const write = (settings: string): string => {
        let at = 0;
        const all = cues.map(({ voice, said, lasts, pause }) => {
          const from = at + pause;
          at = from + lasts;
          return `${time(from)} --> ${time(at)}${settings}\n${voice}${said.join(' ')}\n`;
        });
        return ['WEBVTT\n', ...all].join('\n');
      };
      expect(await read(write(''))).toEqual(await read(write(' align:start')));
    }),
  );
});

it('joins what one says without a pause, and begins anew with another speaker, a pause, or a sentence after 15 seconds', async () => {
  const { markdown } = await read(
    [
      'WEBVTT',
      '00:00:01.000 --> 00:00:03.000\n<v Ada>The pump',
      '00:00:03.000 --> 00:00:10.000\n<v Ada>runs.',
      '00:00:10.000 --> 00:00:16.500\n<v Ada>It is old.',
      '00:00:16.500 --> 00:00:18.000\n<v Ada>We sell it.',
      '00:00:18.000 --> 00:00:19.000\n<v Bob>When?',
      '00:00:22.000 --> 00:00:23.000\nNobody knows.',
    ].join('\n\n'),
  );
  expect(markdown).toBe(
    [
      '<!--anchor: 00:00:01-->\n**Ada:** The pump runs. It is old.\n',
      '<!--anchor: 00:00:16-->\n**Ada:** We sell it.\n',
      '<!--anchor: 00:00:18-->\n**Bob:** When?\n',
      '<!--anchor: 00:00:22-->\nNobody knows.\n',
    ].join('\n'),
  );
});

it('says once what captions that roll up say twice', async () => {
  const { markdown } = await read(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nwe moved\n\n00:00:02.000 --> 00:00:03.000\nwe moved the relay\n\n00:00:03.000 --> 00:00:04.000\nthe relay\n',
  );
  expect(markdown).toContain('we moved the relay\n');
});

it('leaves no tag open over the end of a line', async () => {
  const { markdown } = await read(
    'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<v Ada\n\n00:00:02.000 --> 00:00:03.000\n<v Bob>Yes.\n',
  );
  expect(markdown).toContain('**Bob:** Yes.');
});
