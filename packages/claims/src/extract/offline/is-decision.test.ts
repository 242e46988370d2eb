import { expect, it } from 'vitest';
import { isDecision } from './is-decision.ts';

it.each([
  'We decided to keep the monorepo.',
  'For the time being we have decided to not build a mobile app.',
  'On 2026-04-02 we decided to switch to MessagePack.',
  'The board rejected the second offer on 3 May.',
  'Maya Lindqvist chose Kafka for the queue.',
  'drift switched its serialization format from JSON to MessagePack after throughput benchmarks.',
  'Postgres was chosen over MySQL.',
  '**Decision:** ship on Friday',
  'Decision (2026-03-01): use Go.',
  'That section got so big, we decided to split it into its own file.',
  'Wir haben beschlossen, im Mai umzuziehen.',
  'Es wurde entschieden, den Vertrag zu kündigen.',
  'Nous avons décidé de garder Postgres.',
  'Se decidió cambiar de proveedor.',
  '次期バージョンではRustを採用することに決定した。',
])('sees a decision: %s', (text) => {
  expect(isDecision(text, [])).toBe(true);
});

it.each([
  'Utilisez `dmesg` à chaque fois que quelque chose de bizarre se produit.',
  'Break up changes into multiple PRs so they can be approved separately.',
  'You can add custom snippets whilst the default set of snippets are decided by following the below steps:',
  'The two main methods adopted by users are PARA and Zettelkasten.',
  'Changes are picked up automatically.',
  'Over the long term, the future is decided by optimists.',
  "Use this for tasks you've decided are currently unworkable.",
  'Selection of tags is of course a personal decision.',
  'So decided to YouTube it...',
  'What we decided is another matter.',
  'If we decided to move, the lease would end.',
  'レポジトリのスコープはコミュニティによって決定されます。',
  '[Algorithms for Decision Making](https://example.org) - Mykel J. Kochenderfer',
])('sees none: %s', (text) => {
  expect(isDecision(text, [])).toBe(false);
});

it('takes what stands under a heading of decisions for one, links aside', () => {
  expect(isDecision('Astro is the default website stack.', ['ADR 7', 'Decision'])).toBe(true);
  expect(isDecision('Kiel bleibt der Standort.', ['Beschlüsse'])).toBe(true);
  expect(isDecision('[Yii 2.0](https://example.org) - Yii Software', ['Decisions'])).toBe(false);
  expect(isDecision('A textbook.', ['Probability & Decision'])).toBe(false);
});
