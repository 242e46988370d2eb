import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkDrift } from '../drift/check-drift.ts';
import { mayDrift } from './screen-drift.ts';

const word = fc.constantFrom(
  ...(
    'the a pump tank job Rome Anna Bob runs leaks holds 12 40 over than before not never no all some few may must will if or and is was ' +
    'says only probably in at for by of team file rows ledger not, longer more fell rose open closed after first last has had use uses used up'
  ).split(' '),
);

it('leaves out no comparison that finds something', () => {
  fc.assert(
    fc.property(
      fc.array(word, { minLength: 3, maxLength: 14 }),
      fc.nat(13),
      fc.nat(13),
      fc.nat(13),
      fc.constantFrom('drop', 'swap', 'rotate', 'double'),
      (words, a, b, c, change) => {
        const said = [...words];
        const [i, k] = [a % said.length, b % said.length];
        if (change === 'drop') said.splice(i, 1 + (c % 3));
        else if (change === 'swap') [said[i], said[k]] = [said[k] as string, said[i] as string];
        else if (change === 'rotate') said.push(...said.splice(0, i));
        else said.splice(i, 0, said[k] as string);
        const [evidence, statement] = [words.join(' '), said.join(' ')];
        if (mayDrift(statement, evidence)) return;
        expect(checkDrift(statement, [evidence]).filter(({ decisive }) => decisive)).toEqual([]);
      },
    ),
    { numRuns: 3000 },
  );
});

it('lets the same facts in another order pass unread', () => {
  expect(
    mayDrift(
      'In batch 7, the export job writes 137 rows of the ledger',
      'The export job writes 137 rows of the ledger before the team in Lisbon looks at batch 7.',
    ),
  ).toBe(false);
});

it('lets a word that tells pass unread only where its piece moved with it', () => {
  const evidence = 'The billing service handles 211 open connections before the team looks at batch 3.';
  expect(
    mayDrift('In batch 3, the billing service handles 211 open connections', `${evidence} In short.`),
  ).toBe(false);
  expect(mayDrift('At batch 3, the open billing service handles 211 connections', evidence)).toBe(true);
  expect(mayDrift('Before the team looks at batch 3, the billing service handles 211', evidence)).toBe(true);
});

it('reads in full where verbs of two times changed their places', () => {
  expect(mayDrift('Anna was the tank and has the pump', 'Anna has the tank and was the pump')).toBe(true);
  expect(mayDrift('the job used the tank that uses it', 'the job uses the tank that used it')).toBe(true);
});
