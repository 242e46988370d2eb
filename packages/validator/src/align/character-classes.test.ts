import { expect, it } from 'vitest';
import { isUnspaced } from './character-classes.ts';

it.each([...'กລကក漢。あア㐂豈ｱ', '𠀀'])('%s is of a script that is written without spaces', (character) => {
  expect(isUnspaced(character.charCodeAt(0))).toBe(true);
});

it.each([...'aé가бעब–'])('%s is of a script that is written with spaces', (character) => {
  expect(isUnspaced(character.charCodeAt(0))).toBe(false);
});
