import { expect, it } from 'vitest';
import { tellsDefaultAsked } from './tells-default.ts';

const ASKED = 'What is the default limit?';

it.each([
  'Default: `1048576` (1MiB)',
  '**Default:** 5',
  '`"off"` - Disabled (default)',
  'The limit defaults to 5.',
  'By default it is 5.',
])('tells the default: %s', (text) => expect(tellsDefaultAsked(ASKED, text)).toBe(true));

it('tells none where none is asked for, and none where it only names one', () => {
  expect(tellsDefaultAsked('What is the limit?', 'Default: 5')).toBe(false);
  expect(tellsDefaultAsked(ASKED, 'The default reader sends an error.')).toBe(false);
});

it('reads it in other languages', () => {
  expect(tellsDefaultAsked('Was ist der Standardwert?', 'Standardmäßig sind es 5.')).toBe(true);
  expect(tellsDefaultAsked('Quelle est la limite par défaut ?', 'Elle est de 5 par défaut.')).toBe(true);
});
