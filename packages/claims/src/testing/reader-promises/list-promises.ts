import type { Claim } from '../../model/claim.ts';
import type { ClaimFilter } from '../../store/claim-store.ts';
import { equal, has, list, one, paged, type ReaderPromise, says, wordsOf } from './says.ts';

/** Requirements on lists, pages and counts of claims. */
export const LIST_PROMISES: readonly ReaderPromise[] = [
  // Claims by id
  says('gives claims by id in the order of the ids, and leaves out unknown ones', async ({ reader }) => {
    const ids = (await list(reader)).map(({ id }) => id).reverse();
    equal([...(await reader.getClaims(['nosuchclaim00000', ...ids])).keys()], ids);
  }),
  says('gives a claim once where its id is asked for twice', async ({ reader }) => {
    const { id } = await one(reader, 'Harbor costs 49 EUR');
    equal([...(await reader.getClaims([id, id])).keys()], [id]);
  }),
  says('gives none where none is asked for', async ({ reader }) => {
    equal((await reader.getClaims([])).size, 0);
  }),
  says('gives retired claims by id too', async ({ reader }) => {
    const { id } = await one(reader, 'Drift uses JSON');
    equal((await reader.getClaims([id])).get(id)?.status, 'retracted');
  }),
  says('gives the same claim by id and in a list', async ({ reader }) => {
    const all = await list(reader, { retired: true, derived: true });
    equal([...(await reader.getClaims(all.map(({ id }) => id))).values()], all);
  }),
  // Names of notes
  says('names the notes that it lists, and says where it stands', async ({ reader }) => {
    const { mark, isAll, notes } = await reader.noteNames();
    equal(isAll, true);
    equal(
      notes,
      (await reader.notes()).map(({ path, noteId }) => ({ path, noteId })),
    );
    equal((await reader.noteNames('1 2 3 4')).notes, notes);
    equal((await reader.noteNames('nothing')).isAll, true);
    const since = await reader.noteNames(mark);
    equal([since.mark, since.isAll], [mark, false]);
    equal(since.notes.length < notes.length, true);
  }),
  says('lists the notes of a type', async ({ reader }) => {
    const all = await reader.notes();
    for (const type of new Set(all.flatMap((note) => note.type ?? [])))
      equal(
        await reader.notes({ type }),
        all.filter((note) => note.type === type),
      );
    equal(await reader.notes({ type: 'no such type' }), []);
  }),
  // Lists
  says('lists by path, then by span', async ({ reader }) => {
    const places = (await list(reader)).map(({ notePath, span }) => [notePath, span.start] as const);
    equal(
      places,
      [...places].sort(([a, x], [b, y]) => (a < b ? -1 : a > b ? 1 : x - y)),
    );
  }),
  says('leaves out what is retired, unless it is asked for', async ({ reader }) => {
    equal(has(await list(reader), 'Drift uses JSON'), false);
    equal(has(await list(reader, { retired: true }), 'Drift uses JSON'), true);
  }),
  says('leaves out sentences of pages, unless they are asked for', async ({ reader }) => {
    const pagesOf = (claims: readonly Claim[]) =>
      claims.filter(({ notePath }) => notePath === 'pages/pump.md').length;
    equal(
      [
        pagesOf(await list(reader)),
        pagesOf(await list(reader, { retired: true })),
        pagesOf(await list(reader, { derived: true })),
      ],
      [0, 0, 2],
    );
  }),
  says('finds a subject whatever its case', async ({ reader }) => {
    equal((await list(reader, { subject: 'ORLA' })).map(wordsOf), ['Orla leads the library']);
  }),
  says('finds a subject by another name of the note that bears it', async ({ reader }) => {
    equal(
      (await list(reader, { subject: 'big HALL' })).map(({ notePath }) => notePath),
      ['hall.md', 'twin.md'],
    );
  }),
  says('finds nothing under a name that nobody bears', async ({ reader }) => {
    equal(await list(reader, { subject: 'nobody' }), []);
  }),
  says('finds a predicate', async ({ reader }) => {
    equal(
      (await list(reader, { predicate: 'costs' })).map(({ subject }) => subject),
      ['Harbor', 'The valve'],
    );
  }),
  says('lets subject and predicate hold together', async ({ reader }) => {
    equal((await list(reader, { subject: 'Harbor', predicate: 'costs' })).length, 1);
    equal(await list(reader, { subject: 'Harbor', predicate: 'uses' }), []);
  }),
  says('filters by the note', async ({ reader }) => {
    equal((await list(reader, { notePath: 'sum.md' })).map(wordsOf), [
      'The boiler is safe',
      'The plant is ready',
    ]);
    const { noteId } = await one(reader, 'The plant is ready');
    equal((await list(reader, { noteId })).length, 2);
  }),
  says('lists nothing of a note that is gone or never was', async ({ reader }) => {
    equal(await list(reader, { notePath: 'no.md' }), []);
  }),
  says('takes a region with the regions below it', async ({ reader }) => {
    equal(
      (await list(reader, { region: 'gate' })).map(({ region }) => region),
      ['gate', 'gate/deep'],
    );
    equal((await list(reader, { region: 'gate/deep' })).length, 1);
  }),
  says('takes no region for another that begins with its name', async ({ reader }) => {
    equal(await list(reader, { region: 'gat' }), []);
  }),
  says('filters by band, and by none to nothing', async ({ reader }) => {
    equal((await list(reader, { bands: ['public'] })).map(wordsOf), ['Orla leads the library']);
    equal(await list(reader, { bands: [] }), []);
  }),
  says('filters by status', async ({ reader }) => {
    equal((await list(reader, { status: 'contested' })).length, 2);
    equal((await list(reader, { status: ['contested', 'stale'] })).length, 4);
    equal(await list(reader, { status: [] }), []);
  }),
  says('marks and leaves out what archived notes say', async ({ reader }) => {
    equal((await one(reader, 'Harbor costs 49 EUR')).active, false);
    equal(has(await list(reader, { active: true }), 'Harbor costs 49 EUR'), false);
  }),
  says('says whose kind a decision is', async ({ reader }) => {
    equal((await one(reader, 'We decided to use JSON')).kind, 'decision');
  }),
  says('reads headings, titles and regions with the claim', async ({ reader }) => {
    const { headingPath, noteTitle, region } = await one(reader, 'The capacity of Pump Nine is 60 litres');
    equal([headingPath, noteTitle, region], [[], 'pump-new', 'default']);
    equal((await one(reader, 'The capacity of Pump Nine is 30 litres')).headingPath, ['Pump']);
  }),
  // Pages of lists
  ...[1, 2, 7, 100].map((limit) =>
    says(`pages by ${limit} without gaps or repeats`, async ({ reader }) => {
      equal(
        await paged(reader, { limit, retired: true }),
        (await list(reader, { retired: true })).map(({ id }) => id),
      );
    }),
  ),
  says('pages under a filter', async ({ reader }) => {
    equal(
      await paged(reader, { limit: 1, status: 'stale' }),
      (await list(reader, { status: 'stale' })).map(({ id }) => id),
    );
  }),
  says('gives an empty page for a limit of none', async ({ reader }) => {
    equal((await reader.listClaims({ limit: 0 })).claims, []);
  }),
  says('refuses a cursor that is none of its own', async ({ reader }) => {
    const error = await reader.listClaims({ after: 'bm9ib2R5' }).then(
      () => null,
      ({ code }: { code: string }) => code,
    );
    equal(error, 'CURSOR_INVALID');
  }),
  says('counts what it lists', async ({ reader }) => {
    for (const filter of [
      {},
      { retired: true },
      { derived: true },
      { active: true },
      { status: 'stale' },
      { region: 'gate' },
      { bands: [] },
      { subject: 'Orla' },
      { notePath: 'plan.md', retired: true },
    ] satisfies ClaimFilter[])
      equal(await reader.countClaims(filter), (await list(reader, filter)).length);
  }),
];
