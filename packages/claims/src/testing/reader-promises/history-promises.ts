import type { ClaimId } from '@memora/core';
import { equal, list, one, type ReaderPromise, says, wordsOf } from './says.ts';

/** Requirements on edges, staleness, the ledger, history, notes and secrets. */
export const HISTORY_PROMISES: readonly ReaderPromise[] = [
  // Edges
  says('orders edges by source, type and target', async ({ reader }) => {
    const found = (await reader.edges()).map(({ from }) => from);
    equal(found, [...found].sort());
  }),
  says('gives edges from both of their ends, and of no claim none', async ({ reader }) => {
    const { id } = await one(reader, 'The boiler is safe');
    equal(
      (await reader.edges({ ids: [id] })).map(({ type }) => type),
      ['derives', 'derives'],
    );
    equal([await reader.edges({ ids: [] }), await reader.edges({ types: [] })], [[], []]);
  }),
  // Duplicates
  says('takes the first of two that say the same as the one', async ({ reader }) => {
    const [first, second] = await list(reader, { subject: 'Hall' });
    equal(
      [first?.duplicateOf ?? second?.duplicateOf],
      [second?.duplicateOf === null ? second?.id : first?.id],
    );
  }),
  says('names what corroborates a claim, each by the other', async ({ reader }) => {
    const [first, second] = await list(reader, { subject: 'Hall' });
    const ids = [first?.id, second?.id] as [ClaimId, ClaimId];
    const found = await reader.corroboration(ids);
    equal([found.get(ids[0]), found.get(ids[1])], [[ids[1]], [ids[0]]]);
  }),
  says('answers for claims that stand alone and for unknown ones', async ({ reader }) => {
    const { id } = await one(reader, 'Harbor costs 49 EUR');
    equal(
      [...(await reader.corroboration([id, 'nosuchclaim00000']))],
      [
        [id, []],
        ['nosuchclaim00000', []],
      ],
    );
  }),
  // Staleness
  says(
    'makes stale what rests on a claim whose bytes are gone, over two steps',
    async ({ reader, decisions }) => {
      const [fell, safe, ready] = [
        await one(reader, 'The boiler runs at 70 degrees'),
        await one(reader, 'The boiler is safe'),
        await one(reader, 'The plant is ready'),
      ];
      const paths = (await reader.staleness(decisions)).map(({ path }) => path);
      equal(
        paths.slice(0, 2),
        [
          [fell.id, safe.id],
          [fell.id, safe.id, ready.id],
        ].sort((a, b) => ((a.at(-1) as string) < (b.at(-1) as string) ? -1 : 1)),
      );
      equal([safe.status, ready.status], ['stale', 'stale']);
    },
  ),
  says(
    'makes a sentence of a page stale with its source, and names it last',
    async ({ reader, decisions }) => {
      const fell = await one(reader, 'The capacity of Pump Nine is 30 litres');
      equal(
        (await reader.staleness(decisions)).slice(2).map(({ path }) => path[0]),
        [fell.id],
      );
    },
  ),
  says('lets stand what a person looked at again', async ({ reader, decisions }) => {
    const [fell, safe] = [
      await one(reader, 'The boiler runs at 70 degrees'),
      await one(reader, 'The boiler is safe'),
    ];
    const revalidated = new Map([[safe.id, new Set([fell.id])]]);
    equal(
      (await reader.staleness({ ...decisions, revalidated })).filter(({ claimId }) => claimId === safe.id),
      [],
    );
  }),
  says('foretells what would fall with a claim', async ({ reader }) => {
    const [safe, ready] = [await one(reader, 'The boiler is safe'), await one(reader, 'The plant is ready')];
    equal(
      (await reader.fallout(safe.id)).map(({ claimId }) => claimId),
      [ready.id],
    );
    equal(await reader.fallout((await one(reader, 'Harbor costs 49 EUR')).id), []);
  }),
  // The ledger, the changelog, failures
  says('keeps what is forgotten as retracted, though its bytes stand', async ({ reader }) => {
    const { status, recordedUntil } = await one(reader, 'Zed moved to Ulm');
    equal([status, recordedUntil], ['retracted', null]);
  }),
  says('tells what became of each claim, in time', async ({ reader }) => {
    const log = await reader.changelog();
    equal(
      log.map(({ sequence }) => sequence),
      log.map(({ sequence }) => sequence).sort((a, b) => a - b),
    );
    const kinds = new Set(log.map(({ kind }) => kind));
    equal(
      ['contested', 'retired', 'stale', 'restored', 'forgotten'].filter((kind) => !kinds.has(kind)),
      [],
    );
  }),
  says('tells what became of one claim', async ({ reader }) => {
    const { id } = await one(reader, 'Zed moved to Ulm');
    equal(
      (await reader.changelog({ claimId: id })).map(({ kind, claimId }) => [kind, claimId]),
      [['forgotten', id]],
    );
    equal(await reader.changelog({ claimId: 'nosuchclaim00000' }), []);
  }),
  says('goes on with the changelog after a number, up to a limit', async ({ reader }) => {
    const all = await reader.changelog();
    const [first] = all;
    equal(await reader.changelog({ after: first?.sequence ?? 0, limit: 3 }), all.slice(1, 4));
    equal(await reader.changelog({ after: all.at(-1)?.sequence ?? 0 }), []);
  }),
  says('names the claim that another follows', async ({ reader }) => {
    const [json, yaml] = [await one(reader, 'Drift uses JSON'), await one(reader, 'Drift uses YAML')];
    const log = await reader.changelog({ claimId: yaml.id });
    equal(
      log.map(({ kind, relatedId }) => [kind, relatedId]),
      [['revised', json.id]],
    );
  }),
  says('lists notes that failed, without their text', async ({ reader }) => {
    equal(
      (await reader.failures()).map(({ notePath, code, attempts }) => [notePath, code, attempts]),
      [['bad.md', 'NOTE_ENCODING', 1]],
    );
  }),
  // Retirement, notes, pages, numbers
  says('dates the retirement of a claim', async ({ reader }) => {
    equal((await one(reader, 'Drift uses JSON')).recordedUntil, '2026-01-05T00:00:00.000Z');
  }),
  says('takes a claim back whose bytes came again, under its id and its first time', async ({ reader }) => {
    const { status, recordedFrom, recordedUntil } = await one(reader, 'The mill has 4 wheels');
    equal([status, recordedFrom, recordedUntil], ['current', '2026-01-01T00:00:00.000Z', null]);
  }),
  says('lists notes by path, without pages', async ({ reader }) => {
    const notes = await reader.notes();
    equal(
      notes.map(({ path }) => path),
      notes.map(({ path }) => path).sort(),
    );
    equal(
      notes.some(({ path }) => path.startsWith('pages/')),
      false,
    );
  }),
  says('lists the notes of an id and of a status alone', async ({ reader }) => {
    const notes = await reader.notes();
    const [first] = notes;
    equal(await reader.notes({ noteId: first?.noteId ?? '' }), notes.slice(0, 1));
    equal(await reader.notes({ noteId: 'nobody' }), []);
    for (const status of ['archived', 'active', 'draft'] as const)
      equal(
        await reader.notes({ status }),
        notes.filter((note) => note.status === status),
      );
    equal(await reader.notes({ status: 'archived', noteId: 'nobody' }), []);
  }),
  says('says of notes when they were seen first and how they stand', async ({ reader }) => {
    const notes = await reader.notes();
    const found = notes.find(({ path }) => path === 'archive/old.md');
    equal(
      [found?.status, found?.firstSeen, found?.region],
      ['archived', '2026-01-01T00:00:00.000Z', 'archive'],
    );
    equal(notes.find(({ path }) => path === 'pub.md')?.band, 'public');
  }),
  says('lists pages with how many sentences they have', async ({ reader }) => {
    equal(
      (await reader.pages()).map(({ path, size, statements }) => [path, size, statements]),
      [['pages/pump.md', 47, 2]],
    );
  }),
  says('counts in numbers what it gives in lists', async ({ reader, decisions }) => {
    const { notes, claims, contested, retired, edges, failures } = await reader.stats();
    equal(
      [notes, claims, contested, retired, edges, failures],
      [
        (await reader.notes()).length,
        await reader.countClaims(),
        await reader.countClaims({ status: 'contested' }),
        (await reader.countClaims({ retired: true })) - (await reader.countClaims()),
        (await reader.edges()).length,
        (await reader.failures()).length,
      ],
    );
    equal((await reader.contradictions(decisions)).length, 2);
  }),
  // Secrets
  says('shows a secret claim to whoever has the key, without its fingerprint', async ({ reader }) => {
    const [claim] = await list(reader, { bands: ['secret'] });
    equal(
      [claim === undefined ? '' : wordsOf(claim), claim?.fingerprint],
      ['The safe of Otto holds 7 bars', null],
    );
  }),
  says('shows nothing of what it says without the key', async ({ keyless }) => {
    const found = await list(keyless, { bands: ['secret'] });
    equal([found.length, /Otto|safe|7 bars/.test(JSON.stringify(found))], [1, false]);
  }),
  says('finds a secret claim by no subject without the key', async ({ keyless }) => {
    equal(await list(keyless, { subject: 'The safe of Otto' }), []);
  }),
  says('gives the same of what is open with and without the key', async ({ reader, keyless }) => {
    const open = { bands: ['public', 'private'], retired: true, derived: true } as const;
    equal(await list(keyless, open), await list(reader, open));
  }),
];
