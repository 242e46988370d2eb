import { expect, it } from 'vitest';
import { sealTurn } from './seal-turn.ts';

const sealed = (text: string, options = {}) =>
  sealTurn({ role: 'user', text }, options).text.replaceAll(
    /<!--privacy:secret-->[\s\S]*?<!--\/privacy-->/g,
    '…',
  );

it('seals a value below its heading, its label or the title of its column', () => {
  expect(sealed('## Password\n\nhunter22x\n\nThat is all.')).toBe('## Password\n\n…\n\nThat is all.');
  expect(sealed('**Password**\n\n- hunter22x')).toBe('**Password**\n\n- …');
  expect(sealed('| user | password |\n|:-|:-|\n| ann | hunter |')).toBe(
    '| user | password |\n|:-|:-|\n| ann | … |',
  );
  expect(sealed('## Password\n\nhunter22x', { hidesCredentials: true })).toBe('## Password\n\n…');
});

it('seals no prose below a heading', () => {
  const text = '## Passwords\n\nPasswords must have 12 characters.';
  expect(sealed(text)).toBe(text);
});
