import { expect, it } from 'vitest';
import {
  type Behaviour,
  claimsOf,
  goodModel,
  startModelServer,
} from '../../testing-fixtures/model-server.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';
import { createLlmExtractor } from './llm-extractor.ts';

const NOTE = '# Drift\n\nDrift uses MessagePack. Harbor costs 49 EUR.\n\nDepot opens at seven.\n';
const TRIPLES = ['Drift | uses | MessagePack', 'Harbor | costs | 49 EUR', 'Depot | opens | at seven'];

async function setup(note: string, ...behaviours: Behaviour[]) {
  const server = await startModelServer(...behaviours);
  const vault = await setupVault({ 'a.md': note });
  const options = {
    model: server.model,
    place: 'loopback',
    backoffMs: 5,
    retries: 2,
    timeoutMs: 5000,
  } as const;
  return {
    server,
    index: () => vault.index({ extractor: createLlmExtractor(options) }),
    triples: async () => (await vault.claims()).map((c) => `${c.subject} | ${c.predicate} | ${c.object}`),
    sayings: async () => {
      const bytes = Buffer.from(note);
      const claims = await vault.claims();
      return claims.map((c) => [c.assertion, bytes.toString('utf8', c.span.start, c.span.end)]);
    },
    [Symbol.asyncDispose]: async () => {
      await vault[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

const shapes: Record<string, Behaviour> = {
  'a list of something else before the claims': ({ segments }) =>
    JSON.stringify({ notes: ['read all of it'], claims: claimsOf(segments) }),
  'a list under the number of each segment': ({ segments }) =>
    JSON.stringify(Object.fromEntries(claimsOf(segments).map((c) => [String(c['segment']), [c]]))),
  'JSON in a string': ({ segments }) => JSON.stringify({ claims: JSON.stringify(claimsOf(segments)) }),
  'claims inside their segments': ({ segments }) =>
    JSON.stringify({
      segments: claimsOf(segments).map(({ segment, ...claim }) => ({ segment, claims: [claim] })),
    }),
  'a bare line end in a quote': ({ segments }) =>
    JSON.stringify({ claims: claimsOf(segments) }).replace('Drift uses', 'Drift\nuses'),
  'a comma too many': ({ segments }) => JSON.stringify({ claims: claimsOf(segments) }).replace(']', ',]'),
};
it.each(Object.entries(shapes))('reads a reply that has %s', async (_, behaviour) => {
  await using t = await setup(NOTE, behaviour);
  const report = await t.index();
  expect(await t.triples()).toEqual(TRIPLES);
  expect([report.refused, t.server.requests.length]).toEqual([{}, 1]);
});

/** Writes one claim and the beginning of the next, then reaches its limit. */
const cutOff =
  (reason: 'length' | 'stop'): Behaviour =>
  ({ segments }, response) => {
    const whole = JSON.stringify({ claims: claimsOf(segments) });
    const next = whole.indexOf('"segment"', whole.indexOf('"segment"') + 1);
    const content = next < 0 ? whole : whole.slice(0, next + 20);
    response.writeHead(200, { 'content-type': 'application/json' });
    const choice = { index: 0, finish_reason: reason, message: { role: 'assistant', content } };
    response.end(
      JSON.stringify({ id: 'x', object: 'chat.completion', created: 0, model: 't', choices: [choice] }),
    );
    return undefined;
  };

it.each(['length', 'stop'] as const)(
  'asks again for what a reply that broke off (%s) says nothing of',
  async (reason) => {
    await using t = await setup(NOTE, cutOff(reason));
    const report = await t.index();
    expect(await t.triples()).toEqual(TRIPLES);
    expect(report.segments).toMatchObject({ total: 4, claimed: 3, failed: 0, gated: { heading: 1 } });
    expect(t.server.requests.map(({ segments }) => segments.size)).toEqual([3, 2, 1]);
  },
);

it('says so where a model can write nothing to its end, and asks again next time', async () => {
  await using t = await setup(NOTE, () => '{"claims":[{"segment":1,"quote":"Drift');
  const report = await t.index();
  expect(report.failures).toMatchObject([{ note: 'a.md', code: 'MODEL_CUT_OFF' }]);
  expect(report.segments).toMatchObject({ total: 4, claimed: 0, failed: 3 });
  // The whole, two halves, and two halves of the larger half.
  expect(t.server.requests.length).toBe(5);
  t.server.behave(goodModel);
  expect((await t.index()).failures).toEqual([]);
  expect(await t.triples()).toEqual(TRIPLES);
});

const broken: Record<string, Behaviour> = {
  'breaks off on the way': (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '500' });
    response.write('{"id":');
    setImmediate(() => response.destroy());
    return undefined;
  },
  'is the page of a proxy': (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end('<html>one moment</html>');
    return undefined;
  },
};
it.each(Object.entries(broken))('tries again where the response %s', async (_, behaviour) => {
  await using t = await setup(NOTE, behaviour, goodModel);
  const report = await t.index();
  expect([report.failures, report.usage?.requests]).toEqual([[], 2]);
  expect(await t.triples()).toEqual(TRIPLES);
});

it.each([
  ['If the vote passes, Drift moves to Kafka.', 'Drift moves to Kafka', 'hypothetical'],
  ['Drift moves to Kafka, provided the vote passes.', 'Drift moves to Kafka', 'hypothetical'],
  ['Wenn alle zustimmen, nutzt Drift bald Kafka.', 'nutzt Drift bald Kafka', 'hypothetical'],
  ['Bob claims that Drift costs 40 EUR.', 'Drift costs 40 EUR', 'quoted'],
  ['According to Bob, Drift costs 40 EUR.', 'Drift costs 40 EUR', 'quoted'],
  ['"Drift is dead," said Bob to Ines.', 'Drift is dead', 'quoted'],
  ['The team met in May and Drift uses Kafka.', 'Drift uses Kafka', 'asserted'],
])('takes of %j the clause %j as %s', async (sentence, quote, assertion) => {
  const [subject, verb, ...rest] = quote.replace('nutzt Drift', 'Drift nutzt').split(' ');
  const record = { segment: 1, quote, subject, predicate: verb, object: rest.at(-1), assertion: 'asserted' };
  await using t = await setup(`# Note\n\n${sentence}\n`, () => JSON.stringify({ claims: [record] }));
  await t.index();
  // A condition or a speaker stays in the span.
  expect(await t.sayings()).toEqual([[assertion, assertion === 'asserted' ? quote : sentence]]);
});
