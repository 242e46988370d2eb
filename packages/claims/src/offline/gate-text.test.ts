import { parseNote } from '@memora/vault';
import { expect, it } from 'vitest';
import { extractOffline } from './offline-extractor.ts';

/** The reason why the first line of a note makes no claim; null where it makes one. */
function reasonOf(line: string): string | null {
  const bytes = Buffer.from(line);
  const { claims, gated } = extractOffline(parseNote(bytes, { path: 'n.md' }), bytes);
  return claims.length > 0 ? null : ([...gated.values()][0] ?? null);
}

it.each([
  ['Hello and welcome to our handbook', 'greeting'],
  ['I think it went well', 'reflection'],
  ['It is not something that I agree with', 'reflection'],
  ['The project was good', 'opinion'],
  ['See also the glossary', 'navigation'],
  ['Happy new year!', 'greeting'],
  ['How to make flashcards.', 'navigation'],
  ['For a list of releases, please refer to [[CHANGELOG]].', 'navigation'],
  ['- Find plugins that use the API to toggle tasks', 'navigation'],
  ['- `npm run build`', 'code_alone'],
  ['A public note.', 'fragment'],
  ['Note with frontmatter.', 'fragment'],
  ['अगर आप मदद करना चाहते हैं तो कुछ संसाधन यहाँ हैं:', 'lead_in'],
])('leaves out %j, as %s', (line, reason) => {
  expect(reasonOf(line)).toBe(reason);
});

it.each([
  'A parser crashes.',
  'The build fails without Node.',
  '- `npm run build` writes to dist',
  'Find returns the first match; it stops there.',
  'Drift uses MessagePack.',
  'Remove needless borrows.',
  'Ines lebt in Lyon.',
  'To load a stylesheet called Style.css, we update settings.json with this line:',
])('keeps %j', (line) => {
  expect(reasonOf(line)).toBeNull();
});
