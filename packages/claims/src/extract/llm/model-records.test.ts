import { expect, it } from 'vitest';
import { type Behaviour, goodModel, startModelServer } from '../../testing-fixtures/model-server.ts';
import { setupVault } from '../../testing-fixtures/setup-vault.ts';
import { createLlmExtractor } from './llm-extractor.ts';

const NOTE = '# Drift\n\nDrift uses MessagePack. Harbor costs 49 EUR.\n\nDepot opens at seven.\n';

async function setup(notes: Record<string, string>, behaviour: Behaviour) {
  const server = await startModelServer(behaviour);
  const vault = await setupVault(notes);
  const extractor = createLlmExtractor({ model: server.model, place: 'loopback', backoffMs: 5, retries: 2 });
  return {
    server,
    vault,
    index: () => vault.index({ extractor }),
    [Symbol.asyncDispose]: async () => {
      await vault[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

it('takes any part of a segment, resolves who is meant, and reads three times, modality and speaker', async () => {
  const note =
    '---\ndate: 2026-03-04\n---\n# Staff\n\nInes is on leave from tomorrow. Until 20 April Marta stands in for her, and she wants to keep the export on cron for now.\n';
  await using t = await setup({ 'a.md': note }, () =>
    JSON.stringify({
      claims: [
        {
          segment: 1,
          quote: 'Ines is on leave from tomorrow',
          subject: 'Ines',
          relation: 'is on leave',
          object: null,
          valid_from: '2026-03-05',
          event: '2026-03-05',
        },
        {
          segment: 2,
          quote: 'Marta stands in for her',
          subject: 'Marta',
          relation: 'stands in for',
          object: 'Ines',
          valid_until: '2026-04-20',
        },
        {
          segment: 2,
          quote: 'she wants to keep the export on cron for now',
          subject: 'Marta',
          relation: 'wants',
          object: 'export on cron',
          modality: 'reported',
          reported_by: 'Marta',
        },
      ],
    }),
  );
  const report = await t.index();
  expect(report.refused).toEqual({});
  const claims = (await t.vault.claims()).filter(({ extractor }) => extractor.startsWith('llm@'));
  expect(
    claims.map(({ subject, object, validFrom, validUntil }) => [subject, object, validFrom, validUntil]),
  ).toEqual([
    ['Ines', null, '2026-03-05', null],
    ['Marta', 'Ines', '2026-03-04', '2026-04-20'],
    ['Marta', 'export on cron', '2026-03-04', null],
  ]);
  expect(claims[0]?.metadata).toEqual({ event: '2026-03-05' });
  expect(claims[2]?.metadata).toEqual({ modality: 'reported', reported_by: 'Marta' });
  const { prompt } = t.server.requests[0] as (typeof t.server.requests)[number];
  expect(prompt).toContain(
    '{"note":{"title":"Staff","path":"a.md","date":"2026-03-04","weekday":"Wednesday"}}',
  );
  expect(await t.vault.broken()).toEqual([]);
});

it('takes a day of the month near to the note, a named month and who decided, and asks in a shape that leaves fields out', async () => {
  const note =
    '---\ndate: 2026-03-31\n---\n# Call\n\nThe dentist is on the 19th. Vermeer sends new panes, but not before mid-May. ' +
    'She showed the children two moons; they asked for more. Bas and I chose oak.\n\n## Log\n\n- 2026-02-22: ordered the glass.\n';
  await using t = await setup({ 'a.md': note, 'b.md': '- 2026-01-18: glass it is.\n' }, ({ segments }) => {
    const named = (quote: string, more: object) =>
      [...segments].flatMap(([segment, text]) => (text.includes(quote) ? [{ segment, quote, ...more }] : []));
    return JSON.stringify({
      claims: [
        ...named('on the 19th', {
          subject: 'dentist',
          relation: 'is',
          object: 'on the 19th',
          event: '2026-04-19',
        }),
        ...named('on the 19th', {
          subject: 'dentist',
          relation: 'was',
          object: 'on the 19th',
          event: '2026-08-19',
        }),
        ...named('not before mid-May', {
          subject: 'Vermeer',
          relation: 'sends',
          object: 'panes',
          event: '2026-05',
        }),
        ...named('not before mid-May', {
          subject: 'Vermeer',
          relation: 'sent',
          object: 'panes',
          event: '2026-06',
        }),
        ...named('showed the children two moons', {
          subject: 'She',
          relation: 'showed',
          object: 'two moons',
        }),
        ...named('chose oak', {
          subject: 'I',
          relation: 'chose',
          object: 'oak',
          kind: 'decision',
          by: 'Bas',
        }),
        ...named('glass it is', { subject: 'glass', relation: 'is', object: null, kind: 'decision' }),
      ],
    });
  });
  const report = await t.index();
  expect(report.refused).toEqual({ date_absent: 2 });
  const claims = (await t.vault.claims()).filter(({ extractor }) => extractor.startsWith('llm@'));
  expect(claims.map(({ subject, assertion, metadata }) => [subject, assertion, metadata]).toSorted()).toEqual(
    [
      ['I', 'asserted', { said: '2026-03-31', by_whom: 'Bas' }],
      ['She', 'asserted', {}],
      ['Vermeer', 'asserted', { event: '2026-05' }],
      ['dentist', 'asserted', { event: '2026-04-19' }],
      ['glass', 'asserted', { said: '2026-01-18' }],
    ].toSorted(),
  );
  const { body } = t.server.requests[0] as (typeof t.server.requests)[number];
  expect(body).toContain('"by":');
  expect(body).not.toContain('"strict":true');
});

it('is given the names that the notes have in common, and not those of secret notes', async () => {
  await using t = await setup(
    {
      'people/ines.md': '---\naliases: [Ines]\n---\n# Ines Moreira\n',
      'people/otto.md': '---\nprivacy: secret\n---\n# Otto Vault\n',
      'b.md': 'Ines works at Stripe.\n',
    },
    goodModel,
  );
  await t.index();
  t.vault.write('c.md', 'Ines is back, says Otto Vault.\n');
  await t.index();
  const known =
    t.server.requests
      .at(-1)
      ?.prompt.split('\n')
      .find((line) => line.startsWith('{"known"')) ?? '';
  expect(JSON.parse(known)).toEqual({ known: { things: ['Ines Moreira'], relations: ['works'] } });
});

it('is given the full names of those whom a text calls by their first one', async () => {
  await using t = await setup(
    {
      'people/anna brandt.md': '# Anna Brandt\n\nTeaches physics.\n',
      'people/anna de wit.md': '# Anna de Wit\n\nSings alto.\n',
      'people/otto.md': '---\nprivacy: secret\n---\n# Anna Vault\n\nShe has the key.\n',
    },
    goodModel,
  );
  await t.index();
  t.vault.write('z.md', 'The alto moved: Anna is in Apeldoorn now.\n');
  await t.index();
  const lines = t.server.requests.at(-1)?.prompt.split('\n') ?? [];
  expect(lines.find((line) => line.startsWith('{"known"'))).toContain(
    '"things":["Anna Brandt","Anna de Wit"]',
  );
});

it('is given no title for a word that begins every other sentence', async () => {
  await using t = await setup(
    {
      'the harbour project.md': '# The Harbour Project\n\nIt began late.\n',
      'will turner.md': '# Will Turner\n\nSails.\n',
    },
    goodModel,
  );
  await t.index();
  t.vault.write('z.md', 'The choir was here, and we sang with Will in the hall.\n');
  await t.index();
  const lines = t.server.requests.at(-1)?.prompt.split('\n') ?? [];
  expect(lines.find((line) => line.startsWith('{"known"'))).toContain('"things":["Will Turner"]');
});

it('drops refused records with the text that they were made of', async () => {
  const lie = { segment: 1, quote: 'Drift was sold.', subject: 'Drift', relation: 'sold', object: null };
  await using t = await setup({ 'a.md': NOTE }, () => JSON.stringify({ claims: [lie] }));
  await t.index();
  expect(t.vault.store.refusals()).toHaveLength(1);
  t.vault.write('a.md', '# Drift\n\nSomething else stands here now.\n');
  t.server.behave(() => '{"claims":[]}');
  await t.index();
  expect(t.vault.store.refusals()).toEqual([]);
});

it('keeps a thing named __proto__ by its name, and takes no more of an endless list than a note can hold', async () => {
  const claim = {
    segment: 1,
    quote: '__proto__ is owned by constructor.',
    kind: 'toString',
    assertion: 'valueOf',
  };
  const record = { ...claim, subject: '__proto__', relation: 'is owned by', object: 'constructor' };
  const lies = Array.from({ length: 3_000 }, (_, i) => ({ segment: 1, quote: `Lie ${i}.`, subject: 'x' }));
  await using t = await setup({ 'a.md': '__proto__ is owned by constructor.\n' }, () =>
    JSON.stringify({ claims: [record, ...lies] }),
  );
  const report = await t.index();
  const claims = await t.vault.claims();
  expect(
    claims.map(({ subject, predicate, object, kind, assertion }) => [
      subject,
      predicate,
      object,
      kind,
      assertion,
    ]),
  ).toEqual([['__proto__', 'is owned by', 'constructor', 'fact', 'asserted']]);
  expect(report.refused).toEqual({ quote_absent: 499, too_many: 2_501 });
  expect(t.vault.store.refusals().length).toBe(200);
  expect(Object.keys(Object.prototype)).toEqual([]);
});

it('keeps what is known where the model dies in the middle, names the note, and asks the rest alone again', async () => {
  const notes = Object.fromEntries([1, 2, 3].map((n) => [`${n}.md`, `Room${n} has ${n + 2} chairs.\n`]));
  let served = 0;
  const dies: Behaviour = (request, response) => {
    if (++served === 1) return goodModel(request, response);
    response.destroy();
    return undefined;
  };
  await using t = await setup(notes, dies);
  const report = await t.index();
  expect(report.failures).toHaveLength(2);
  expect(await t.vault.claims()).toHaveLength(3);
  const before = t.server.requests.length;
  t.server.behave(goodModel);
  expect((await t.index()).failures).toEqual([]);
  expect(t.server.requests).toHaveLength(before + 2);
});
