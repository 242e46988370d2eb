import { describe, expect, it } from 'vitest';
import { verifyAgainst } from '../documents.ts';
import { checkCriticalTokens } from '../tokens/check-critical-tokens.ts';
import '@memora/language/scripts-at-once';

const SOURCE = 'The relay pump runs at 60 Hz.';
const verdict = async (answer: string, source = SOURCE) =>
  (await verifyAgainst({ documents: { 'a.md': source }, answer })).cleanText;

describe('a verdict that a source does not give', () => {
  it.each([
    'Wrong: the relay pump runs at 60 Hz [1].',
    '**Myth:** The relay pump runs at 60 Hz [1].',
    'Fake news — the relay pump runs at 60 Hz [1].',
    'Fact check = false: the relay pump runs at 60 Hz [1].',
    'The relay pump runs at 60 Hz: false [1].',
    'The relay pump runs at 60 Hz – that is simply wrong [1].',
    'The relay pump runs at 60 Hz... debunked [1].',
    'The relay pump runs at 60 Hz, lol [1].',
    '~~The relay pump runs at 60 Hz~~ [1].',
    'The relay pump runs at ~~60 Hz~~ [1].',
    '<del>The relay pump runs at 60 Hz</del> [1].',
    'The relay pump runs at <s>60 Hz</s> [1].',
    'Outdated: the relay pump runs at 60 Hz [1].',
  ])('%j is not shown', async (answer) => {
    expect(await verdict(answer)).not.toMatch(/60 Hz/u);
  });

  it.each([
    'No [1].',
    'Nein [1].',
    'Non, non [1].',
    'Нет [1].',
    'كلا [1].',
    'नहीं [1]।',
    '違います[1]。',
    '不是[1]。',
    '아니요 [1].',
  ])('%j denies what no source denies', async (answer) => {
    expect(await verdict(answer)).toBe('');
    expect(await verdict(answer, 'Pets are not allowed.')).toBe(answer);
  });

  it.each([
    ['de', 'Die Pumpe läuft mit 60 Hz.', 'Falsch: Die Pumpe läuft mit 60 Hz.'],
    ['fr', 'La pompe tourne à 60 Hz.', 'Faux : la pompe tourne à 60 Hz.'],
    ['es', 'La bomba gira a 60 Hz.', 'Mito: la bomba gira a 60 Hz.'],
    ['it', 'La pompa gira a 60 Hz.', 'La pompa gira a 60 Hz: falso.'],
    ['pt', 'A bomba gira a 60 Hz.', 'Boato: a bomba gira a 60 Hz.'],
    ['nl', 'De pomp draait op 60 Hz.', 'Onwaar: de pomp draait op 60 Hz.'],
    ['ru', 'Насос работает на 60 Гц.', 'Ложь: насос работает на 60 Гц.'],
    ['tr', 'Pompa 60 Hz ile çalışır.', 'Yanlış: pompa 60 Hz ile çalışır.'],
    ['ar', 'تعمل المضخة بتردد 60.', 'كذب: تعمل المضخة بتردد 60.'],
    ['hi', 'पंप 60 पर चलता है।', 'झूठ: पंप 60 पर चलता है।'],
    ['ja', 'ポンプは60ヘルツで動く。', '誤り：ポンプは60ヘルツで動く。'],
    ['zh', '水泵以60赫兹运行。', '谣言：水泵以60赫兹运行。'],
    ['ko', '펌프는 60Hz로 작동합니다.', '거짓: 펌프는 60Hz로 작동합니다.'],
  ])('%s', (_, source, statement) => {
    expect(checkCriticalTokens(source, [source]).ok).toBe(true);
    expect(checkCriticalTokens(statement, [source]).disagreements).toMatchObject([{ kind: 'negator' }]);
  });

  it.each([
    'I doubt the relay pump runs at 60 Hz [1].',
    'It is doubtful that the relay pump runs at 60 Hz [1].',
  ])('%j is not shown', async (answer) => {
    expect(await verdict(answer)).toBe('');
    expect(await verdict(answer, 'The engineers doubt the relay pump runs at 60 Hz.')).toBe(answer);
  });

  it('is not left out either', () => {
    expect(
      checkCriticalTokens('The relay pump runs at 60 Hz.', ['Myth: the relay pump runs at 60 Hz.']).ok,
    ).toBe(false);
    expect(
      checkCriticalTokens('The pump runs at 60 Hz.', ['~~The pump ran at 50 Hz.~~ The pump runs at 60 Hz.'])
        .ok,
    ).toBe(true);
  });
});

it.each([
  ['Myth: the relay pump runs at 60 Hz.', 'Myth: the relay pump runs at 60 Hz. It runs at 50 Hz.'],
  ['Speed: the relay pump runs at 60 Hz.', SOURCE],
  ['Wrong password: the account is locked.', 'A wrong password locks the account: the account is locked.'],
  [
    'The relay pump runs at 60 Hz, a wrong setting.',
    'The relay pump runs at 60 Hz, which is a wrong setting.',
  ],
  ['США говорят, что это неправда.', 'США отрицают это.'],
  [
    'Myths of Greece are told in schools: the myths of the gods.',
    'Myths of Greece, the myths of the gods, are told in schools.',
  ],
])('%j stands beside %j', (statement, source) => {
  expect(
    checkCriticalTokens(statement, [source]).disagreements.filter(({ kind }) => kind === 'negator'),
  ).toEqual([]);
});
