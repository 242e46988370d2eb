import { parsePrivacyMarkers } from '@memora/privacy';
import { expect, it } from 'vitest';
import { sealMarkdown } from './seal-markdown.ts';

const TOKEN = `ghp_${'16C7e42F292c6912E7710c838347Ae178B4a'}`;
const [A, B, C] = [TOKEN.slice(0, 14), TOKEN.slice(14, 27), TOKEN.slice(27)];

/** The text of a note for a reader without access to secrets. */
function shownOf(markdown: string): string {
  const bytes = Buffer.from(markdown);
  for (const { start, end, band } of parsePrivacyMarkers(bytes).regions)
    if (band === 'secret') bytes.fill(0x20, start, end);
  return bytes.toString();
}

it.each([
  ['code', `Use ${A}\`${B}\`${C} now.`],
  ['a link', `Use ${A}[${B}](https://x.example/ "t")${C} now.`],
  ['a wikilink', `Use ${A}[[note|${B}]]${C} now.`],
  ['a picture', `Use ${A}![key](x.png)${B}${C} now.`],
  ['a footnote', `Use ${A}[^1]${B}${C} now.`],
  ['a formula', `Use ${A}$${B}$${C} now.`],
  ['raised text', `Use ${A}^(${B})${C} now.`],
  ['quotation marks', `Use ${A}“${B}”${C} now.`],
  ['a long tag', `Use ${A}<span title="${'x'.repeat(400)}">${B}</span>${C} now.`],
  ['three lines', `Use\n${A}\n${B}\n${C}\nnow.`],
  ['a hyphen at the end of a line', `Use ${A}-\n${B}${C} now.`],
  ['paragraphs', `${A}\n\n${B}${C}`],
  ['a heading', `## ${A}\n\n${B}${C}`],
  ['items', `- [ ] ${A}\n- [ ] ${B}${C}`],
  ['numbered items', `1. ${A}\n2. ${B}${C}`],
  ['many numbered items', `100. ${A}\n101. ${B}${C}`],
  ['numbered items in brackets', `1) ${A}\n2) ${B}\n3) ${C}`],
  ['cells', `| k | v | w |\n| --- | --- | --- |\n| ${A} | ${B} | ${C} |`],
  ['rows', `| k | v |\n| --- | --- |\n| x | ${A} |\n| ${B}${C} | y |`],
  ['strings of a program', `key = "${A}" \\\n  "${B}${C}"`],
  ['spaces', `Use ${A} ${B}\u00a0${C} now.`],
  ['joiners', `${A}\u200d${B}\u200c${C}`],
  ['marks of direction', `${A}\u200e${B}\u200f${C}`],
  ['selectors', `${A}\ufe0f${B}\u034f${C}`],
  ['a comment of Obsidian', `Use ${A}%%x%%${B}${C} now.`],
  ['a numbered entity', `Use ghp&#x5f;${TOKEN.slice(4)} now.`],
  ['a blank behind each character', `Use ${[...TOKEN].join(' ')} now.`],
  ['a blank behind each character, to the end', `Use\n\n${[...TOKEN].join(' ')}`],
  ['a soft hyphen as an entity', `Use ${A}&shy;${B}${C} now.`],
  ['wide letters', `Use ｇｈｐ＿${TOKEN.slice(4)} now.`],
])('finds a token that is cut by %s', (_, text) => {
  const markdown = `# Access\n\nHow Ada reaches the till.\n\n${text}\n\nThat is all.\n`;
  const sealed = sealMarkdown(markdown);
  const shown = shownOf(sealed.markdown);
  for (const part of [B.slice(2, 12), C.slice(1, 11)]) expect(shown).not.toContain(part);
  expect(sealed.isSecret).toBe(false);
  expect(shown).toContain('How Ada reaches the till.');
  expect(sealed.markdown.replaceAll(/<!--\/?privacy(?::secret)?-->/g, '')).toBe(markdown);
});

it.each([
  ['letters alone', 'AKIAIOSFOD', 'NN7EXAMPLQ'],
  ['letters on both', 'glpat-abcdefghi', 'jklmnopqrst'],
  ['digits alone', `ghp_${'abcdefghijklmnopqrstuvwxyz'}`, '1234567890'],
  ['two signs', TOKEN.slice(0, -2), TOKEN.slice(-2)],
  ['three digits', 'glpat-abcdefghijklmnopq', '123'],
  ['one digit', TOKEN.slice(0, -1), '7'],
  ['three digits of a mixed one', TOKEN.slice(0, -3), '742'],
  ['three digits and a stop', TOKEN.slice(0, -3), '742.'],
  ['two lines, of letters and of digits', 'glpat-abcdefghi', 'jklmnop\n12345'],
  ['two lines, of digits both', `ghp_${'abcdefghijklmnopqrstuvwxyz'}`, '12345\n67890'],
  ['a digit that looks like the number of an item', TOKEN.slice(0, -1), '7. Then go on'],
])('finds a token whose half beside the end of a line is %s', (_, before, after) => {
  const shown = shownOf(sealMarkdown(`Use the key\n${before}\n${after}\nnow.\n`).markdown);
  expect(shown).not.toContain(before.slice(4));
  for (const line of after.split('\n')) expect(shown).not.toContain(line);
  expect(shown).toMatch(/^Use the key\n[\s\S]*\nnow\.\n$/);
});

it.each([
  ['an item', 'Password:\n* xK9vq27Lm'],
  ['emphasis', 'Password: *xK9vq27Lm*'],
  ['a star behind it', 'Password: xK9vq27Lm *'],
  ['a star before it', 'Password: * xK9vq27Lm'],
  ['the line below its label in a quoted mail', '> Password:\n> xK9vq27Lm'],
  ['an item in a quotation in a quotation', '> > Password:\n> > - xK9vq27Lm'],
  ['a quotation below its label', 'Password:\n> xK9vq27Lm'],
  ['the text below an underlined heading', 'Password\n========\n\nxK9vq27Lm!'],
  ['the text below a heading', '## Password\n\nxK9vq27Lm!'],
  ['a callout', '> [!note] Password\n> xK9vq27Lm!'],
  ['a field of Obsidian', 'password:: xK9vq27Lm'],
  ['an underlined heading of Windows', 'Password\r\n========\r\n\r\nxK9vq27Lm!'],
  ['an underline with blanks behind it', 'Password\n======== \t\n\nxK9vq27Lm!'],
  ['an item of Windows', 'Password:\r\n- xK9vq27Lm'],
  ['a quotation behind a blank', ' > Password:\n > xK9vq27Lm'],
  ['a quotation in a quotation behind blanks', '   >   > Password:\n   >   > xK9vq27Lm'],
  ['a quotation in an item', '- > Password:\n  > xK9vq27Lm'],
  ['a quotation in an item of an item', '- Ann\n    - > Password:\n      > xK9vq27Lm'],
])('finds a password by %s', (_, text) => {
  expect(shownOf(sealMarkdown(`${text}\n\nThat is all.\n`).markdown)).not.toContain('xK9vq27Lm');
});

it.each([
  ['words below a token', `${TOKEN}\n\nCreated in May by gpt4-turbo and sha256sum.`, 1],
  [
    'names that begin like a key',
    'sk-ssh-ed25519 and chacha20-poly1305, sk-learn numpy1 pandas2 matplotlib3',
    0,
  ],
  ['a short line above a word', 'AKIA\nis what a key of AWS begins with, ghp_\nand glpat-\nothers', 0],
  [
    'an underlined heading',
    'Login\n=====\n\nOpen the page.\n\nPasswords\n---------\n\nNobody shares them.',
    0,
  ],
  ['names of environment variables', 'npm_config_registry npm_package_version x86_64 node20 es2024', 0],
])('takes no more than the token: %s', (_, text, count) => {
  expect(sealMarkdown(text).sealed).toBe(count);
});
