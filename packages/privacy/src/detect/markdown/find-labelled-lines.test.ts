import { expect, it } from 'vitest';
import { createDetector } from '../create-detector.ts';
import { findLabelledLines } from './find-labelled-lines.ts';
import { findSecretCells } from './find-secret-cells.ts';
import { findSecretRanges } from './find-secret-ranges.ts';

const detector = createDetector({ mode: 'enforce' });
const textsIn = (markdown: string) =>
  findLabelledLines(markdown, detector).map(({ start, end }) => markdown.slice(start, end));

it.each([
  ['a paragraph', '# Password\n\nhunter22x\n'],
  ['a heading of Windows', '# Password\r\n\r\nhunter22x\r\n'],
  ['a closed heading', '## Password ##\n\nhunter22x'],
  ['an underlined heading', 'Password\n========\n\nhunter22x'],
  ['a heading that dashes underline', 'Wifi password\n---\nhunter22x'],
  ['a heading in a quotation', '> Password\n> ===\n>\n> hunter22x'],
  ['an item', '# Password\n\n- hunter22x'],
  ['a task', '# Password\n\n- [ ] hunter22x'],
  ['a numbered item', '# Password\n\n1. hunter22x'],
  ['an item in an item', '# Password\n\n- Home\n  - hunter22x'],
  ['an item below an item that is a label', '- Password\n  - hunter22x'],
  ['a code block', '# Password\n\n```\nhunter22x\n```'],
  ['a code block with a comment', '# Password\n\n```sh\n# home\nhunter22x\n```'],
  ['indented code', '# Password\n\n    hunter22x'],
  ['code', '# Password\n\n`hunter22x`'],
  ['emphasis', '# Password\n\n**hunter22x**'],
  ['a label paragraph', 'Password:\n\n- hunter22x'],
  ['a bold label', '**Password**\n\nhunter22x'],
  ['a bold label with a colon', '**Password:**\nhunter22x'],
  ['a callout', '> [!warning]- Password\n> hunter22x'],
  ['a heading above a heading', '# Passwords\n\n## Home\n\nhunter22x'],
  ['a heading of another language', '# Passwort fürs WLAN\n\nhunter22x'],
  ['a heading in Japanese', '# パスワード\n\nhunter22x'],
  ['a heading that is a link', '# [Password](x.md)\n\nhunter22x'],
  ['a heading that is a link of Obsidian', '# [[Password]]\n\nhunter22x'],
  ['a heading with a remark', '## Password (wifi)\n\nhunter22x'],
  ['a heading with a year', '## Password 2026\n\nhunter22x'],
  ['a heading with a tag', '# Password #login\n\nhunter22x'],
  ['a value with the id of its block', '# Password\n\nhunter22x ^abc'],
  ['a value below a comment', '# Password\n\n<!-- note -->\nhunter22x'],
  ['a comment of Obsidian', '# Password\n\n%%hunter22x%%'],
  ['a block of Logseq', '- Password\n  collapsed:: true\n  id:: 65a\n\t- hunter22x'],
  ['a block of YAML', '---\npassword: |-\n  hunter22x\n---\nx'],
  ['an element', '```xml\n<password>hunter22x</password>\n```'],
  ['a callout without a title', '> [!password]\n> hunter22x'],
  ['two columns', '```\nuser      ann\npassword  hunter22x\n```'],
  ['two columns with a tab', 'password\thunter22x'],
  ['a named value', '# Passwords\n\n- Mail: ann\n- Bank: hunter22x'],
  ['an inner heading', '# Home\n\n## Password\n\nhunter22x'],
])('finds a value below its label: %s', (_, markdown) => {
  expect(textsIn(markdown).join(' ')).toContain('hunter22x');
});

it.each([
  ['a PIN', '# PIN\n\n4711', '4711'],
  ['a number in groups', '# Passport number\n\nC01X 00T 478', 'C01X 00T 478'],
  ['an account', '**Account number**\n- 4711 0815', '4711 0815'],
  [
    'a quotation of words',
    '# Passphrase\n\n`correct horse battery staple`',
    '`correct horse battery staple`',
  ],
  [
    'a word that follows prose',
    '# Passwords\n\nThe one that we use at home is long.\n\n- Gmail: Moonh0rse!8',
    'Moonh0rse!8',
  ],
  ['a cell of a row', '# Passwords\n\n| mail | Moonh0rse!8 |', 'Moonh0rse!8'],
])('finds other values below their label: %s', (_, markdown, value) => {
  expect(textsIn(markdown)).toEqual([value]);
});

it('finds each of several values', () => {
  expect(textsIn('# Passwords\n\n- hunter22x\n- hunter33y\n\n## Bank\n\nhunter44z\n')).toEqual([
    'hunter22x',
    'hunter33y',
    'hunter44z',
  ]);
});

it.each([
  '# Passwords\n\nPasswords must have 12 characters.\n',
  '# Password\n\nChoose wisely.\n',
  '# Password\n\nSee [the manager](https://1password.example/x9).\n',
  '# Password\n\nrequired\n',
  '# Login\n\n![[login2.png]]\n',
  '# Login\n\nhttps://example.com/login2\n',
  '# Password manager\n\nBitwarden2\n',
  '# Passwords\n\n## Rules\n\nUse 12 signs.\n\n- OAuth2\n',
  '# Password\n\n```\nnpm install bcrypt@5\n```\n',
  '# Home\n\nhunter22x\n',
  'Add your API key:\n\n```sh\nGOOGLE_API_KEY=<your-api-key>\n```\n',
  '```\nDB_NAME=my_db\nPGPASSWORD="a"\nPGPORT=5432\nPGSSLMODE=require\n```\n',
  '# Login\n\n- Server: node1\n- Port: 8080\n',
  '# Password\n\n- Minimum length: 128\n- Expires: 2026-03-01\n- See: [[Rules2]]\n',
  '# Password manager (Bitwarden)\n\nv2beta\n',
  '<b>password2</b> and <i>x1</i>, <login>user</login>\n',
  'Passwords  are  kept2\n',
  '# Passwords\n\n# Home\n\nhunter22x\n',
  'I forgot my password yesterday and had to ask.\n\nhunter22x\n',
  '# Password\n\n## API\n\n`resetPassword(user)` resets it.\n',
])('seals no prose below a heading: %j', (markdown) => {
  expect(textsIn(markdown)).toEqual([]);
});

it.each([
  '| user | password |\n|---|---|\n| ann | hunter |',
  '| user | password |\n| :- | :-: |\n| ann | hunter |',
  'user | password\n--- | ---\nann | hunter',
  '- Logins\n\n  | user | password |\n  |--|--|\n  | ann | hunter |',
  '> | user | password |\r\n> |--|--|\r\n> | ann | hunter |',
])('finds a value below the title of its column: %j', (markdown) => {
  expect(findSecretCells(markdown, detector).map(({ start, end }) => markdown.slice(start, end))).toEqual([
    'hunter',
  ]);
});

it('finds nothing if the detector fails, and says so', () => {
  const failing = {
    detect: () => {
      throw new TypeError('no');
    },
  };
  expect(findSecretRanges('# Password\n\nhunter22x', failing)).toBeNull();
});

it('reads a megabyte of lines that look like values in time', () => {
  expect(findLabelledLines('ab\n'.repeat(20_000), detector)).toEqual([]);
  expect(findLabelledLines(`# Password\n\n${'> '.repeat(100_000)}x`, detector)).toEqual([]);
});
