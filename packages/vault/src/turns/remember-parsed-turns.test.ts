import { sampleOf } from '@memora/testing-fixtures/every-nth';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type NewTurn, parseNote, renderTurns } from '../index.ts';
import { anyConversation } from '../testing-fixtures/conversation-fragments.ts';

const encoder = new TextEncoder();
let notes = 0;

/** A unique note, so that no other text begins like it. */
const head = (number: number) =>
  `---\nid: conv_${String(number).padStart(6, '0')}\nsource: conversation\nchannel: host\n---\n`;

function parse(body: string, number: number) {
  const note = parseNote(encoder.encode(head(number) + body), { path: 'c.md' });
  return {
    ...note,
    id: '',
    segments: note.segments.filter(({ field }) => field?.key !== 'id'),
    frontmatter: null,
  };
}

const many: NewTurn[] = Array.from({ length: 17 }, (_, i) => ({ role: 'user', text: `Number ${i} stands.` }));

describe('a conversation note that grows', () => {
  it('is parsed as it is where nothing of it was parsed before', () => {
    const between = fc.constantFrom(
      '',
      'Typed between the turns.\n\n',
      '# A heading\n\n',
      '- a list\n- of two\n',
      '<!--privacy:secret-->\n\n',
      '> torn',
      '[ref]: https://example.org\n\n',
      '```\n',
      '\ud800€',
    );
    const more = fc.array(fc.tuple(between, anyConversation), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(anyConversation, more, (first, grown) => {
        const number = notes++;
        let body = renderTurns([...many, ...first]);
        let next = many.length + first.length + 1;
        parse(body, number);
        for (const [text, turns] of grown) {
          body += `\n${text}${renderTurns(turns, { first: next })}`;
          next += turns.length;
          const { blocks, ...rest } = parse(body, number);
          const fresh = parse(body, notes++);
          expect({ blocks, ...rest }).toEqual(fresh);
        }
      }),
      { numRuns: sampleOf(150) },
    );
  });

  it('is read anew where a byte of what was there has changed', () => {
    const number = notes++;
    const body = renderTurns(many);
    parse(body, number);
    const edited = `${body.replace('Number 3 stands', 'Number 3 falls!')}\n${renderTurns([{ role: 'user', text: 'More.' }], { first: 18 })}`;
    const said = parse(edited, number).segments.map(({ text }) => text);
    expect(said).toContain('Number 3 falls!.');
    expect(said).toContain('More.');
  });
});
