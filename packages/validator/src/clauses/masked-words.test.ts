import { describe, expect, it } from 'vitest';
import { verifyAgainst } from '../documents.ts';

const DOG = 'The dog is allowed in the office.';
const verdict = async (evidence: string, answer: string) =>
  (await verifyAgainst({ documents: [evidence], answer })).verdict;

describe('a word in letters that only look like its own, or a sign for it', () => {
  it.each([
    'The dog is 𝐧𝐨𝐭 allowed in the office [1].',
    'The dog is n𝗼t allowed in the office [1].',
    'The dog is nоt allowed in the office [1].',
    'The dog is 🚫 allowed in the office [1].',
    'The dog is allowed in the office ❌ [1].',
  ])('stands under no citation: %s', async (answer) => {
    expect(await verdict(DOG, answer)).not.toBe('verified');
  });

  it.each([
    [DOG, `${DOG.slice(0, -1)} [1].`],
    ['The dog is 🚫 in the office.', 'The dog is 🚫 in the office [1].'],
    ['Отчёт лежит в Telegramе.', 'Отчёт лежит в Telegramе [1].'],
    ['Сервер AWS-кластера стоит в Риге.', 'Сервер AWS-кластера стоит в Риге [1].'],
    ['Сообщения идут в Telegram.', 'Сообщения идут в Telegram [1].'],
    ['The value 𝑥 is 4.', 'The value 𝑥 is 4 [1].'],
  ])('that the evidence has stands: %s', async (evidence, answer) => {
    expect(await verdict(evidence, answer)).toBe('verified');
  });
});
