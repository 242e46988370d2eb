import { noonOf } from '../reader-history.ts';
import { equal, list, one, type ReaderPromise, says } from './says.ts';

const MARCH = '2026-03-12';

/** Requirements on supersession and both time axes. */
export const TIME_PROMISES: readonly ReaderPromise[] = [
  // Supersession and ties
  says('ends an older fact where a newer one begins', async ({ reader }) => {
    const { status, validFrom, validUntil } = await one(reader, 'The capacity of Pump Nine is 30 litres');
    equal([status, validFrom, validUntil], ['superseded', '2026-01-01', '2026-03-01']);
    equal((await one(reader, 'The capacity of Pump Nine is 60 litres')).status, 'current');
  }),
  says('joins the two by an edge that says from when', async ({ reader }) => {
    const [newer, older] = [
      await one(reader, 'The capacity of Pump Nine is 60 litres'),
      await one(reader, 'The capacity of Pump Nine is 30 litres'),
    ];
    const edges = await reader.edges({ types: ['supersedes'] });
    equal(
      edges.map(({ from, to, metadata }) => [from, to, metadata['at']]),
      [[newer.id, older.id, '2026-03-01']],
    );
  }),
  says('contests two that begin on one day, and prefers neither', async ({ reader }) => {
    const pair = await list(reader, { subject: 'The weight of Gate Four' });
    equal(
      pair.map(({ status }) => status),
      ['contested', 'contested'],
    );
    equal(await reader.edges({ ids: pair.map(({ id }) => id), types: ['supersedes'] }), []);
  }),
  says('lists every contradiction with how it stands, by id', async ({ reader, decisions }) => {
    const found = await reader.contradictions(decisions);
    equal(found.map(({ resolution }) => resolution).sort(), ['contested', 'superseded']);
    equal(
      found.map(({ id }) => id),
      found.map(({ id }) => id).sort(),
    );
  }),
  says('names the newer and the older of a contradiction', async ({ reader, decisions }) => {
    const found = (await reader.contradictions(decisions)).find(
      ({ resolution }) => resolution === 'superseded',
    );
    equal(
      [found?.newer, found?.older],
      [
        (await one(reader, 'The capacity of Pump Nine is 60 litres')).id,
        (await one(reader, 'The capacity of Pump Nine is 30 litres')).id,
      ],
    );
  }),
  says('takes a contradiction as acknowledged where the ledger does', async ({ reader, decisions }) => {
    const [a, b] = await list(reader, { subject: 'The weight of Gate Four' });
    const conflicts = { resolved: [], acknowledged: [[a?.id, b?.id]] } as never;
    const found = await reader.contradictions({ ...decisions, conflicts });
    equal(found.map(({ resolution }) => resolution).sort(), ['acknowledged', 'superseded']);
  }),
  // Both axes of time
  says('knew nothing before the first day', async ({ reader }) => {
    equal(await list(reader, { asOf: { known: '2025-12-31T00:00:00Z' } }), []);
  }),
  says('knew no successor before it was read', async ({ reader }) => {
    const then = await list(reader, { subject: 'The capacity of Pump Nine', asOf: { known: noonOf(1) } });
    equal(
      then.map(({ object, status }) => [object, status]),
      [['30 litres', 'current']],
    );
  }),
  says('knew both before the day from which the successor holds', async ({ reader }) => {
    const then = await list(reader, { subject: 'The capacity of Pump Nine', asOf: { known: noonOf(3) } });
    equal(
      then.map(({ object, status }) => [object, status]),
      [
        ['60 litres', 'current'],
        ['30 litres', 'current'],
      ],
    );
  }),
  says('says what held on a day', async ({ reader }) => {
    const on = async (valid: string) =>
      (await list(reader, { subject: 'The capacity of Pump Nine', asOf: { valid } })).map(
        ({ object }) => object,
      );
    equal(
      [await on('2025-12-31'), await on('2026-02-01'), await on('2026-03-01')],
      [[], ['30 litres'], ['60 litres']],
    );
  }),
  says('ends a range on its last day', async ({ reader }) => {
    const on = async (valid: string) =>
      (await list(reader, { subject: 'The bridge', asOf: { valid } })).length;
    equal(
      [await on('2025-02-28'), await on('2025-03-01'), await on('2025-05-05'), await on('2025-08-01')],
      [0, 1, 1, 0],
    );
  }),
  says('takes both axes together', async ({ reader }) => {
    const then = await list(reader, {
      subject: 'The capacity of Pump Nine',
      asOf: { valid: MARCH, known: noonOf(1) },
    });
    equal(
      then.map(({ object }) => object),
      ['30 litres'],
    );
  }),
  says('keeps what was known in sight after its bytes are gone', async ({ reader }) => {
    const at = async (day: number) =>
      (await list(reader, { subject: 'Drift', asOf: { known: noonOf(day) } })).map(({ object }) => object);
    equal([await at(3), await at(4)], [['JSON'], ['YAML']]);
  }),
  says('knows the days on which a note was not there', async ({ reader }) => {
    const at = async (day: number) =>
      (await list(reader, { subject: 'The mill', asOf: { known: noonOf(day) } })).length;
    equal([await at(3), await at(5), await at(9)], [1, 0, 1]);
  }),
  says('knew what was forgotten later, and forgets it from then on', async ({ reader }) => {
    const at = async (day: number) =>
      (await list(reader, { subject: 'Zed', asOf: { known: noonOf(day) } })).map(({ status }) => status);
    equal([await at(9), await at(11)], [['current'], ['retracted']]);
  }),
  says('gives claims by id as they were known then', async ({ reader }) => {
    const { id } = await one(reader, 'The weight of Gate Four is 12 tons');
    const then = await reader.getClaims([id], { asOf: { known: noonOf(1) } });
    equal([then.get(id)?.status, (await reader.getClaims([id])).get(id)?.status], ['current', 'contested']);
  }),
  says('gives one that came later, with its time behind that', async ({ reader }) => {
    const { id } = await one(reader, 'The weight of Gate Four is 15 tons');
    const then = (await reader.getClaims([id], { asOf: { known: noonOf(1) } })).get(id);
    equal((then?.recordedFrom ?? '') > noonOf(1), true);
  }),
  says('filters by the status of then', async ({ reader }) => {
    const contested = (day: number) =>
      reader.countClaims({ status: 'contested', asOf: { known: noonOf(day) } });
    equal([await contested(1), await contested(3)], [0, 2]);
  }),
  says('counts what it lists at every instant', async ({ reader }) => {
    for (const day of [0, 3, 5, 9, 12, 71])
      equal(
        await reader.countClaims({ asOf: { known: noonOf(day) } }),
        (await list(reader, { asOf: { known: noonOf(day) } })).length,
      );
  }),
  says('gives the edges of then', async ({ reader }) => {
    const contradicting = async (day: number) =>
      (await reader.edges({ types: ['contradicts'], asOf: { known: noonOf(day) } })).length;
    equal([await contradicting(1), await contradicting(3)], [0, 2]);
  }),
];
