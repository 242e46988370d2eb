import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import {
  EIGHTH_FILE,
  FIFTH_FILE,
  FOURTH_FILE,
  FRESH_FILE,
  halfOfQuestion,
  measuredAnswerHalf,
  measuredFile,
  QUESTIONS_FILE,
  readQuestions,
  SEVENTH_FILE,
  SIXTH_FILE,
} from './read-questions.ts';

const data =
  process.env['MEMORA_TEST_DATA'] ?? fileURLToPath(new URL('../../../shared/data', import.meta.url));
const vaults = join(data, 'vaults');
const questions = readQuestions();
const fresh = readQuestions(FRESH_FILE);
const fourth = readQuestions(FOURTH_FILE);
const fifth = readQuestions(FIFTH_FILE);
const eighth = readQuestions(EIGHTH_FILE);

it('is the set that was frozen: what changes it says so in questions/README.md', () => {
  expect(createHash('sha256').update(readFileSync(QUESTIONS_FILE)).digest('hex')).toBe(
    'af83935cb3f4b8504ab926dd004e11b1e5723221a972401cc18a4da48efa685d',
  );
});

it('asks about at least five vaults, in every type and form, a hundred and fifty questions and more', () => {
  const answerable = questions.filter(({ gold }) => gold.length > 0);
  expect(answerable.length).toBeGreaterThanOrEqual(100);
  expect(questions.length - answerable.length).toBeGreaterThanOrEqual(50);
  expect(new Set(questions.map(({ id }) => id)).size).toBe(questions.length);
  expect(new Set(questions.map(({ question }) => question)).size).toBe(questions.length);
  expect(new Set(questions.map(({ vault }) => vault)).size).toBeGreaterThanOrEqual(5);
  expect(new Set(answerable.map(({ type }) => type)).size).toBe(10);
  expect(new Set(questions.map(({ form }) => form)).size).toBe(4);
  for (const { id, type, steps } of answerable)
    expect(steps !== undefined && steps.length > 0, id).toBe(type === 'how-to');
});

it('holds out a third, with every vault and both kinds of questions in each part', () => {
  const heldOut = questions.filter(({ id }) => halfOfQuestion(id) === 'held-out');
  const dev = questions.filter(({ id }) => halfOfQuestion(id) === 'dev');
  expect(heldOut.length / questions.length).toBeGreaterThan(0.28);
  expect(heldOut.length / questions.length).toBeLessThan(0.38);
  for (const part of [dev, heldOut]) {
    expect(new Set(part.map(({ vault }) => vault)).size).toBe(7);
    expect(part.some(({ gold }) => gold.length === 0)).toBe(true);
  }
  expect(measuredAnswerHalf({})).toBe('dev');
  expect(measuredAnswerHalf({ MEMORA_BENCH_HALF: 'held-out' })).toBe('held-out');
});

it('has a third set beside both parts, forty that the notes answer and forty that they do not, frozen as it was asked first', () => {
  expect(createHash('sha256').update(readFileSync(FRESH_FILE)).digest('hex')).toBe(
    '3628bbc8a9e1b35d3a25c2d081005c7679e7615d2b404a4e993ed7f7816e16b1',
  );
  expect(fresh.filter(({ gold }) => gold.length > 0)).toHaveLength(40);
  expect(fresh.filter(({ gold }) => gold.length === 0)).toHaveLength(40);
  expect(new Set([...questions, ...fresh].map(({ id }) => id)).size).toBe(questions.length + 80);
  expect(new Set(fresh.map(({ vault }) => vault)).size).toBe(7);
});

it('has a fourth set, 34 that the notes answer and 36 that they do not', () => {
  expect(createHash('sha256').update(readFileSync(FOURTH_FILE)).digest('hex')).toBe(
    'b08d70c65bf0670b63cfe85387f2410197a31ce0b4fb60b7b0898c1d8da6e8fd',
  );
  expect(fourth.filter(({ gold }) => gold.length > 0)).toHaveLength(34);
  expect(fourth.filter(({ gold }) => gold.length === 0)).toHaveLength(36);
  const others = new Set([...questions, ...fresh].flatMap(({ id, question }) => [id, question]));
  expect(fourth.filter(({ id, question }) => others.has(id) || others.has(question))).toEqual([]);
  expect([{}, { MEMORA_BENCH_HALF: 'fresh' }, { MEMORA_BENCH_HALF: 'fourth' }].map(measuredFile)).toEqual([
    null,
    FRESH_FILE,
    FOURTH_FILE,
  ]);
});

it('has a fifth set, 35 that the notes answer and 33 that they do not', () => {
  expect(createHash('sha256').update(readFileSync(FIFTH_FILE)).digest('hex')).toBe(
    '37ce43c2f18ff5d074abfdc16b11ff344a1687cbcefef1df3bc3ed60df40ad5b',
  );
  expect(fifth.filter(({ gold }) => gold.length > 0)).toHaveLength(35);
  expect(fifth.filter(({ gold }) => gold.length === 0)).toHaveLength(33);
  const others = new Set([...questions, ...fresh, ...fourth].flatMap(({ id, question }) => [id, question]));
  expect(fifth.filter(({ id, question }) => others.has(id) || others.has(question))).toEqual([]);
  expect(measuredFile({ MEMORA_BENCH_HALF: 'fifth' })).toEqual(FIFTH_FILE);
});

it('has a sixth set, 24 that the notes answer and 24 that they do not', () => {
  expect(createHash('sha256').update(readFileSync(SIXTH_FILE)).digest('hex')).toBe(
    '3c2a0588034f4b74f42e69a258a770733e76207568abf1088c0fe620c144ed59',
  );
  const sixth = readQuestions(SIXTH_FILE);
  expect(sixth.filter(({ gold }) => gold.length > 0)).toHaveLength(24);
  expect(sixth.filter(({ gold }) => gold.length === 0)).toHaveLength(24);
  expect(measuredFile({ MEMORA_BENCH_HALF: 'sixth' })).toEqual(SIXTH_FILE);
});

it('has a seventh set, 30 that the notes answer and 20 that they do not', () => {
  expect(createHash('sha256').update(readFileSync(SEVENTH_FILE)).digest('hex')).toBe(
    'b99e866e59e006d94aa3391d4bb1a27eb3026dd1abed5a348349c2faafe75699',
  );
  const seventh = readQuestions(SEVENTH_FILE);
  expect(seventh.filter(({ gold }) => gold.length > 0)).toHaveLength(30);
  expect(seventh.filter(({ gold }) => gold.length === 0)).toHaveLength(20);
  expect(measuredFile({ MEMORA_BENCH_HALF: 'seventh' })).toEqual(SEVENTH_FILE);
});

it('has an eighth set, 79 that the notes answer and 20 that they do not', () => {
  expect(createHash('sha256').update(readFileSync(EIGHTH_FILE)).digest('hex')).toBe(
    '51be3c7b59ca0a0b745c31aa28ea5a37359f82647d0ddc4c56b397135801f56b',
  );
  expect(eighth.filter(({ gold }) => gold.length > 0)).toHaveLength(79);
  expect(eighth.filter(({ gold }) => gold.length === 0)).toHaveLength(20);
  const others = new Set(
    [...questions, ...fresh, ...fourth, ...fifth].flatMap(({ id, question }) => [id, question]),
  );
  expect(eighth.filter(({ id, question }) => others.has(id) || others.has(question))).toEqual([]);
  expect(measuredFile({ MEMORA_BENCH_HALF: 'eighth' })).toEqual(EIGHTH_FILE);
});

it.skipIf(!existsSync(vaults))(
  `quotes words that stand in the bytes of their notes (needs ${vaults})`,
  () => {
    const missing: string[] = [];
    for (const { id, vault, gold, steps = [] } of [...questions, ...fresh, ...fourth, ...fifth, ...eighth]) {
      const texts = gold.map(({ note }) => readFileSync(join(vaults, vault, note)));
      for (const [i, { text }] of gold.entries())
        if (texts[i]?.includes(Buffer.from(text)) !== true) missing.push(`${id}: ${text}`);
      for (const step of steps)
        if (!texts.some((bytes) => bytes.includes(Buffer.from(step)))) missing.push(`${id}: ${step}`);
    }
    expect(missing).toEqual([]);
  },
);
