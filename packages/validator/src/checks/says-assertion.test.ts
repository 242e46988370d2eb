import { expect, it } from 'vitest';
import { saysAssertion } from './says-assertion.ts';

it.each([
  ['question', 'It is open whether Drift uses Redis.'],
  ['question', 'The note asks: should Drift use Redis?'],
  ['question', 'Ob Drift Redis nutzt, ist offen.'],
  ['question', 'ドリフトを使うかどうかは未定です。'],
  ['hypothetical', 'Drift might move to Kafka.'],
  ['hypothetical', 'Drift moves to Kafka if the vote passes.'],
  ['hypothetical', 'Si le vote passe, Drift change.'],
  ['hypothetical', 'ドリフトは遅いかもしれない。'],
  ['hypothetical', 'Drift 也许很慢。'],
  ['wish', 'The team hopes that Drift ends in May.'],
  ['wish', 'Wir wollen im Mai fertig sein.'],
  ['wish', 'ドリフトを終わらせたい。'],
  ['quoted', 'Bob said Drift is dead.'],
  ['quoted', 'According to Bob, Drift is dead.'],
  ['quoted', 'Marie a écrit que Drift est fini.'],
  ['quoted', '田中さんによるとドリフトは終わる。'],
  ['quoted', '「ドリフトは終わる」と田中さんは言った。'],
])('hears a %s in %j', (assertion, statement) => {
  expect(saysAssertion(statement, assertion)).toBe(true);
});

it.each([
  ['question', 'Drift uses object storage.'],
  ['question', 'Depot is open on Sunday.'],
  ['question', 'The fragile crate holds two demand meters.'],
  ['hypothetical', 'The site uses six single servers since May 2026.'],
  ['wish', 'Drift will move the planet to the goalpost.'],
  ['wish', 'Drift needs Redis.'],
  ['quoted', 'The United States report to the telly.'],
  ['quoted', 'Drift is in a steady state.'],
  ['quoted', "The dog's bone is 'here'."],
])('hears no %s in %j', (assertion, statement) => {
  expect(saysAssertion(statement, assertion)).toBe(false);
});
