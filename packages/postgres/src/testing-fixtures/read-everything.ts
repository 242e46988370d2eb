import type { ClaimReader } from '@memora/claims';
import { readLedger, toLedgerDecisions } from '@memora/claims/internal';

/** Returns the results of every reader call over a grid of filters and instants. Two readers of one memory must return the same. */
export async function readEverything(
  reader: ClaimReader,
  { ledger, instants }: { readonly ledger: string; readonly instants: readonly string[] },
): Promise<unknown> {
  const decisions = toLedgerDecisions((await readLedger(ledger)).entries);
  const all = (await reader.listClaims({ retired: true, derived: true })).claims;
  const ids = all.map(({ id }) => id);
  const seen: unknown[] = [all];
  const add = async (name: string, found: Promise<unknown>) => {
    const value = await found;
    seen.push([name, value instanceof Map ? [...value] : value]);
  };
  const points = instants.flatMap((at) => [{ valid: at }, { known: at }, { valid: at, known: at }]);
  await add('by id', reader.getClaims([...ids, 'nosuchclaim00000'].reverse()));
  for (const asOf of points) {
    await add('by id then', reader.getClaims(ids, { asOf }));
    await add('list then', reader.listClaims({ asOf }));
    await add('edges then', reader.edges({ asOf }));
    await add('any then', reader.countClaims({ asOf, limit: 1 }));
    await add('contested then', reader.listClaims({ asOf, status: ['contested', 'superseded'] }));
  }
  for (const filter of [
    { subject: all[0]?.subject ?? 'x' },
    { predicate: all[0]?.predicate ?? 'x' },
    { subject: 'PUMP nine', predicate: 'runs' },
    { bands: ['public'] as const },
    { bands: [] },
    { region: 'deep' },
    { status: 'superseded' as const, retired: true },
    { active: true },
    { conversations: false },
    { notePath: all[0]?.notePath ?? 'a.md' },
    { noteId: all[0]?.noteId ?? 'a' },
    { limit: 0 },
    { limit: 2 },
  ]) {
    await add('list', reader.listClaims(filter));
    await add('count', reader.countClaims(filter));
  }
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<ClaimReader['listClaims']>> = await reader.listClaims({
      limit: 2,
      ...(after === null ? {} : { after }),
    });
    seen.push(page);
    after = page.next;
  } while (after !== null);
  await add('edges', reader.edges());
  await add(
    'edges of',
    reader.edges({ ids: ids.slice(0, 3), types: ['contradicts', 'supersedes', 'derives'] }),
  );
  await add('corroboration', reader.corroboration(ids));
  await add('notes', reader.notes());
  await add('failures', reader.failures());
  await add('changelog', reader.changelog());
  await add('changelog of', reader.changelog({ claimId: ids[0] ?? 'x', limit: 2 }));
  await add('changelog after', reader.changelog({ after: 1, limit: 3 }));
  await add('changelog of nobody', reader.changelog({ claimId: 'x' }));
  await add('stats', reader.stats());
  await add('contradictions', reader.contradictions(decisions));
  await add('staleness', reader.staleness(decisions));
  for (const id of ids.slice(0, 3)) await add('fallout', reader.fallout(id));
  await add('pages', reader.pages());
  return seen;
}
