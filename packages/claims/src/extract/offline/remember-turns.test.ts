import { sampleOf } from '@memora/testing-fixtures/every-nth';
import { type NewTurn, parseNote, renderTurns } from '@memora/vault';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extractOffline } from './offline-extractor.ts';
import { recallTurns } from './remember-turns.ts';

const HEAD = '---\nid: conv_a\ntype: episodic\nsource: conversation\nchannel: host\n---\n';
const encoder = new TextEncoder();

function read(path: string, text: string) {
  const bytes = encoder.encode(text);
  const note = parseNote(bytes, { path });
  return { note, bytes, ...extractOffline(note, bytes) };
}

/** The same note as if it were the first that was read, because nothing is cached under its path. */
let fresh = 0;
const readFresh = (text: string) => read(`fresh-${fresh++}/session.md`, text);

const fragments = [
  'The relay runs in Berlin.',
  'I live in Porto. My sister moved to Ghent yesterday.',
  '- [x] call Ines\n- [ ] pack',
  '| Port | Use |\n| --- | --- |\n| 80 | web |',
  '```\nopen fence',
  '> quoted by somebody',
  '# A heading',
  '^t3',
  '> [!user] 2026-11-22T10:00:00Z',
  '[note]: https://example.org',
  'Ich wohne in Graz.',
  '$$\nx',
  '%% hidden',
];

const turn = fc.record({
  role: fc.constantFrom<NewTurn['role']>('user', 'assistant', 'tool'),
  text: fc
    .array(fc.constantFrom(...fragments), { minLength: 1, maxLength: 3 })
    .map((all) => all.join('\n\n')),
  at: fc.constantFrom('2026-11-22T10:00:00Z', '2026-11-23T10:00:00Z'),
});

describe('a conversation that grows', () => {
  it('gives the claims of the whole note, whatever is said and however it goes on', () => {
    fc.assert(
      fc.property(
        fc.array(turn, { minLength: 18, maxLength: 26 }),
        fc.array(fc.array(turn, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
        fc.constantFrom('', 'Typed between the turns.\n\n', '<!--privacy:secret-->\n\n', '> torn', '| a |'),
        (first, more, between) => {
          let text = HEAD + renderTurns(first);
          read('session.md', text);
          let next = first.length + 1;
          for (const turns of more) {
            text += `\n${between}${renderTurns(turns, { first: next })}`;
            next += turns.length;
            const { claims, gated } = read('session.md', text);
            const whole = readFresh(text);
            expect(claims).toEqual(whole.claims);
            expect(gated).toEqual(whole.gated);
          }
        },
      ),
      { numRuns: sampleOf(60) },
    );
  });

  const turns = Array.from({ length: 20 }, (_, i): NewTurn => ({ role: 'user', text: `I ate ${i} pears.` }));
  const grown = `${HEAD}${renderTurns(turns)}\n${renderTurns([{ role: 'user', text: 'I rest.' }], { first: 21 })}`;
  const recall = (path: string, text: string) => {
    const { note, bytes } = readFresh(text);
    return recallTurns({ ...note, path }, bytes, 'en').filter((each) => each !== undefined).length;
  };

  it('is read again only from its last turn on', () => {
    read('pears.md', HEAD + renderTurns(turns));
    expect(recall('pears.md', grown)).toBe(19);
    expect(recall('plums.md', grown)).toBe(0);
  });

  it('is read as a whole where a byte has changed, and where a part of it is secret', () => {
    read('changed.md', HEAD + renderTurns(turns));
    expect(recall('changed.md', grown.replace('3 pears', '4 pears'))).toBe(0);
    const hidden = (HEAD + renderTurns(turns)).replace(
      'I ate 3 pears.',
      '<!--privacy:secret-->I ate 3 pears.<!--/privacy-->',
    );
    read('hidden.md', hidden);
    expect(recall('hidden.md', hidden)).toBe(0);
  });
});
