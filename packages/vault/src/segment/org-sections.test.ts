import { expect, it } from 'vitest';
import { parseNote } from '../parse-note.ts';

function segmentsOf(markdown: string, ending = '\n') {
  const bytes = Buffer.from(markdown.replaceAll('\n', ending));
  return parseNote(bytes, { path: 'n.md' }).segments.map(({ kind, span, text, within }) => {
    expect(bytes.toString('utf8', span.start, span.end)).toBe(text);
    return [kind, text, within.join()];
  });
}

it.each(['\n', '\r\n'])(
  'leaves the marker lines of a block out, and reads what stands between (%j)',
  (ending) => {
    const note =
      '- #+BEGIN_CAUTION\n  The pump runs hot. It needs oil.\n  #+END_CAUTION\n- The valve is new.\n';
    expect(segmentsOf(note, ending)).toEqual([
      ['list_item', 'The pump runs hot.', 'list'],
      ['list_item', 'It needs oil.', 'list'],
      ['list_item', 'The valve is new.', 'list'],
    ]);
  },
);

it('lets no sentence run over a marker', () => {
  expect(segmentsOf('Before it\n#+begin_note\ninside it\n#+end_note\nafter it\n')).toEqual([
    ['sentence', 'Before it', ''],
    ['sentence', 'inside it', ''],
    ['sentence', 'after it', ''],
  ]);
});

it('takes a quotation for one, and source for code', () => {
  expect(
    segmentsOf(
      '#+BEGIN_QUOTE\nStay hungry.\n#+END_QUOTE\n\n#+BEGIN_SRC js\nlet a = 1;\nlet b = 2;\n#+END_SRC\n',
    ),
  ).toEqual([
    ['sentence', 'Stay hungry.', 'quote'],
    ['code', 'let a = 1;\nlet b = 2;', ''],
  ]);
});

it('leaves out a marker that stands alone in its paragraph, and opens nothing with one that is not closed there', () => {
  expect(segmentsOf('#+BEGIN_QUOTE\n\nThe pump is new.\n\n#+BEGIN_QUOTE\nThe valve is old.\n')).toEqual([
    ['sentence', 'The pump is new.', ''],
    ['sentence', 'The valve is old.', ''],
  ]);
});

it('keeps what only resembles a marker', () => {
  expect(segmentsOf('#+TITLE of it\n\nWrite #+BEGIN_QUOTE first.\n').map(([, text]) => text)).toEqual([
    '#+TITLE of it',
    'Write #+BEGIN_QUOTE first.',
  ]);
});
