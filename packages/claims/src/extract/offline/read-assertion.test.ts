import { parseNote } from '@memora/vault';
import { expect, it } from 'vitest';
import { extractOffline } from './offline-extractor.ts';

function assertionsOf(markdown: string): string[] {
  const bytes = Buffer.from(`# Drift\n\n${markdown}\n`);
  return extractOffline(parseNote(bytes, { path: 'n.md' }), bytes).claims.map(({ assertion }) => assertion);
}

it.each([
  ['question', 'Should Drift drop Redis?'],
  ['question', 'ドリフトを使いますか。'],
  ['question', 'Drift 使用 Redis 吗。'],
  ['question', 'Χρησιμοποιεί το Drift Redis;'],
  ['question', '¿Usa Drift Redis?'],
  ['question', 'Why Redis?'],
  ['wish', 'Ich hoffe, dass Drift im Mai fertig wird.'],
  ['wish', 'Hoffentlich wird Drift im Mai fertig.'],
  ['wish', "J'espère que Drift sera fini en mai."],
  ['wish', 'Ojalá Drift termine en mayo.'],
  ['wish', 'Espero que Drift termine en mayo.'],
  ['wish', 'Spero che Drift finisca a maggio.'],
  ['wish', 'ドリフトを五月に終わらせたいです。'],
  ['wish', '希望 Drift 五月完成。'],
  ['hypothetical', 'Vielleicht wird Drift verkauft.'],
  ['hypothetical', 'Drift wäre damit schneller.'],
  ['hypothetical', 'Il est possible que Drift soit vendu.'],
  ['hypothetical', 'Es posible que Drift se venda.'],
  ['hypothetical', 'Drift podría usar Kafka.'],
  ['hypothetical', 'ドリフトは遅いかもしれない。'],
  ['hypothetical', 'Drift 也许很慢。'],
  ['hypothetical', 'Возможно, Drift продан.'],
  ['hypothetical', 'Drift allegedly uses Kafka.'],
  ['hypothetical', 'Drift probably uses Kafka.'],
  ['hypothetical', 'Drift is supposed to use Kafka.'],
  ['hypothetical', 'Rumour has it that Drift uses Kafka.'],
  ['hypothetical', 'Drift nutzt wahrscheinlich Kafka.'],
  ['quoted', 'Drift is said to cost 40 EUR.'],
  ['quoted', '"Drift is dead," said Bob.'],
  ['quoted', 'Bob said: "Drift is dead."'],
  ['quoted', 'Bob said that Drift is dead.'],
  ['quoted', 'The old owner claims that Drift costs 40 EUR.'],
  ['quoted', 'Anna sagte: „Drift ist am Ende.“'],
  ['quoted', 'Anna behauptet, dass Drift am Ende ist.'],
  ['quoted', '« Drift est fini », a dit Marie.'],
  ['quoted', 'Marie prétend que Drift est fini.'],
  ['quoted', 'Marta dijo que Drift terminó.'],
  ['quoted', '「ドリフトは終わる」と田中さんは言った。'],
  ['quoted', '张伟说，Drift 已经结束。'],
  ['quoted', '> Drift uses Kafka.'],
  ['quoted', '> | Tool | Version |\n> |---|---|\n> | Kafka | 3 |'],
  ['quoted', '> - [ ] drop Kafka'],
])('takes as %s: %s', (assertion, markdown) => {
  expect(assertionsOf(markdown)).toEqual([assertion]);
});

it.each([
  'Drift uses "Kafka" for its queues.',
  'The team agreed that Drift uses Kafka.',
  'Bob showed that Drift leaks memory.',
  'The log says "ready" once Drift runs.',
  'Das Wasser der Anlage ist kalt.',
  '水は冷たい。',
  'Die Anlage läuft seit Mai.',
  'El equipo se reunió en mayo.',
  'Le si bémol manque sur ce piano.',
  '「ドリフト」は速い。',
  'Anna told the board about Drift in May.',
])('takes as asserted: %s', (markdown) => {
  expect(assertionsOf(markdown)).toEqual(['asserted']);
});

it.each([
  ['[ ]', 'open'],
  ['[x]', 'done'],
  ['[-]', 'cancelled'],
  ['[/]', 'in progress'],
  ['[?]', 'open'],
])('says of a task with %s that it is %s', (box, state) => {
  const bytes = Buffer.from(`- ${box} oil the pump\n`);
  const { claims } = extractOffline(parseNote(bytes, { path: 'n.md' }), bytes);
  expect(claims.map(({ subject, predicate, object }) => [subject, predicate, object])).toEqual([
    ['oil the pump', 'is', state],
  ]);
});
