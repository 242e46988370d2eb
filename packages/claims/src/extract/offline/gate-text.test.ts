import { parseNote } from '@memora/vault';
import { describe, expect, it } from 'vitest';
import { extractOffline } from './offline-extractor.ts';

/** The reason why the first line of a note makes no claim; null if it makes one. */
function reasonOf(line: string): string | null {
  const bytes = Buffer.from(line);
  const { claims, gated } = extractOffline(parseNote(bytes, { path: 'n.md' }), bytes);
  return claims.length > 0 ? null : ([...gated.values()][0] ?? null);
}

it.each([
  ['Hello and welcome to our handbook', 'greeting'],
  ['I think it went well', 'reflection'],
  ['It is not something that I agree with', 'reflection'],
  ['See also the glossary', 'navigation'],
  ['Happy new year!', 'greeting'],
  ['See `docs/setup.md` for details.', 'navigation'],
  ['See `config` for more examples.', 'navigation'],
  ['How to make flashcards.', 'navigation'],
  ['For a list of releases, please refer to [[CHANGELOG]].', 'navigation'],
  ['- Find plugins that use the API to toggle tasks', 'navigation'],
  ['- `npm run build`', 'code_alone'],
  ['I am so happy with how this turned out.', 'reflection'],
  ['I keep asking myself that.', 'reflection'],
  ['I love this quote.', 'reflection'],
  ['Ich bin heute müde.', 'reflection'],
  ['今日は疲れた。', 'reflection'],
  ['Guten Morgen zusammen!', 'greeting'],
  ['Merci beaucoup !', 'greeting'],
  ['¡Hola a todos!', 'greeting'],
  ['こんにちは、みなさん。', 'greeting'],
  ['This chapter introduces the main ideas.', 'about_page'],
  ['In this article, we will look at a few things.', 'about_page'],
  ['- Bug fixes', 'fragment'],
  ['- Katedrála a tržiště', 'fragment'],
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
  '- Harbor uses Kafka.',
  '- Anna owns the budget for tools',
  '- Anna leitet das Team',
  'Nice is a city in France.',
  'I love hiking.',
  'I leave Oslo on Friday.',
  'I am happy to report that the pump runs.',
  'We were sure that the vendor had lied.',
  'Anna gave the keys to me.',
  'Thanks to the index, lookups take constant time.',
  'Hey is an email service.',
  'See is the last name of our new accountant.',
  'More cores need more power.',
  'Links are stored in a table.',
  'Merci est une marque de chocolat.',
  '欢迎路在上海。',
  'Remove needless borrows.',
  'Ines lebt in Lyon.',
  'To load a stylesheet called Style.css, we update settings.json with this line:',
])('keeps %j', (line) => {
  expect(reasonOf(line)).toBeNull();
});

it('makes a claim of each sentence in small letters', () => {
  const bytes = Buffer.from('drift uses Rust. drift is written by Sarah.\n');
  const { claims } = extractOffline(parseNote(bytes, { path: 'n.md' }), bytes);
  expect(claims.map(({ span }) => bytes.subarray(span.start, span.end).toString())).toEqual([
    'drift uses Rust.',
    'drift is written by Sarah.',
  ]);
});

describe('a step', () => {
  const textsOf = (text: string) => {
    const bytes = Buffer.from(text);
    const { claims } = extractOffline(parseNote(bytes, { path: 'n.md' }), bytes);
    return claims.map(({ span }) => bytes.subarray(span.start, span.end).toString());
  };

  it('is a claim in a numbered list, however short it is', () => {
    expect(textsOf('1. Run it\n2. `npm test`\n3. Open the folder\n')).toEqual([
      'Run it',
      '`npm test`',
      'Open the folder',
    ]);
    expect(textsOf('- Run it\n- `npm test`\n')).toEqual([]);
  });

  it('is a line that introduces code', () => {
    const lead = 'Create the file `a.toml` with the following contents:';
    expect(textsOf(`${lead}\n\n\`\`\`toml\na = 1\n\`\`\`\n`)).toEqual([lead, '```toml\na = 1\n```']);
    expect(textsOf(`${lead}\n\n- a table\n`)).not.toContain(lead);
    for (const example of [
      'Example with global filter `#task`:',
      '**An example** of a table:',
      'Here is an example of it:',
      'Zum Beispiel mit einer Tabelle:',
      '例 `a.toml` に 書く:',
    ])
      expect(textsOf(`${example}\n\n\`\`\`toml\na = 1\n\`\`\`\n`), example).toEqual(['```toml\na = 1\n```']);
    const named = '次の 例 `a.toml` を 作成:';
    expect(textsOf(`${named}\n\n\`\`\`toml\na = 1\n\`\`\`\n`)).toContain(named);
    expect(textsOf('For example:\n\n```toml\na = 1\n```\n')).toEqual(['```toml\na = 1\n```']);
  });
});
