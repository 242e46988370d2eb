import { expect, it } from 'vitest';
import { repairAsked } from './repair-asked.ts';

it.each([
  ['waht is xargs for', 'what is xargs for'],
  ['Hwo do i print', 'how do i print'],
  ['wich tool', 'which tool'],
  ['where si teh file', 'where si the file'],
  ['What is the dose?', 'What is the dose?'],
  ['who is Ida', 'who is Ida'],
  ['run hte-tool', 'run hte-tool'],
])('%j is meant as %j', (asked, meant) => expect(repairAsked(asked)).toBe(meant));
