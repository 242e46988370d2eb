import { expect, it } from 'vitest';
import { readTriple } from './read-triple.ts';

const read = (text: string, language: 'en' | 'de' = 'en') => {
  const triple = readTriple(text, language);
  return triple === null ? null : `${triple.subject} | ${triple.predicate} | ${triple.object}`;
};

it.each([
  ['Drift no longer uses Redis.', 'Drift | no longer uses | Redis'],
  ['Drift now also uses Redis.', 'Drift | now also uses | Redis'],
  ['Drift rarely uses Redis.', 'Drift | rarely uses | Redis'],
  ['The team finally chose Kafka.', 'The team | finally chose | Kafka'],
  ['The family uses Redis.', 'The family | uses | Redis'],
])('gives the adverbs of %j to the verb', (text, triple) => {
  expect(read(text)).toBe(triple);
});

it.each([
  'Drift used to use Redis.',
  'Drift allegedly uses Redis.',
  'Drift almost uses Redis.',
  'Drift hardly uses Redis.',
  'Between 2019 and 2021 Anna led the team.',
  'Unlike Harbor Drift uses Redis.',
])('reads no triple from %j', (text) => {
  expect(read(text)).toBeNull();
});

it('takes no German preposition into a subject', () => {
  expect(read('Laut Bob ist Drift am Ende.', 'de')).toBeNull();
});
