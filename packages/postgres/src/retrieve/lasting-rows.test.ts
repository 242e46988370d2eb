import { describe, expect, it } from 'vitest';
import type { ConnectionSource } from '../connect/connection.ts';
import type { TeamScope } from '../team/scopes.ts';
import { lastingRowsOf } from './lasting-rows.ts';

const SCOPE: TeamScope = {
  id: 1,
  kind: 'workspace',
  owner: '',
  epoch: 5,
  publishedAt: '2026-11-01T00:00:00.000Z',
};
const openSource = () => ({}) as ConnectionSource;

/** A principal's cached rows of one kind, as the next question finds them. */
function rowsOf(
  source: ConnectionSource,
  {
    name = 'eve',
    groups = [] as string[],
    workspace = 'acme',
    scopes = [SCOPE] as TeamScope[],
    kind = 'text',
  } = {},
) {
  return lastingRowsOf(source, { name, groups }, workspace, scopes).rows<string>(kind, {
    mayLast: (row) => row !== 'secret',
    sizeOf: (row) => row.length,
  });
}

describe('rows that stay', () => {
  it('stay for whoever read them, as long as the very same publications are seen, and for nobody else', () => {
    const source = openSource();
    rowsOf(source).set(7, 'read');
    expect(rowsOf(source).get(7)).toBe('read');
    for (const other of [
      { name: 'ben' },
      { groups: ['crew'] },
      { workspace: 'other' },
      { kind: 'passing {}' },
      { name: 'eve"],"acme' },
    ])
      expect([other, rowsOf(source, other).has(7)]).toEqual([other, false]);
    expect(rowsOf(openSource()).has(7)).toBe(false);
    expect(rowsOf(source).get(7)).toBe('read');
  });

  it.each([
    ['a scope is published anew', [{ ...SCOPE, epoch: 6 }]],
    // A backup was restored, and different content was published under the same number.
    ['another publication has the number', [{ ...SCOPE, publishedAt: '2026-11-02T00:00:00.000Z' }]],
    ['a scope is seen no more', []],
    ['a scope is seen that was not', [SCOPE, { ...SCOPE, id: 2 }]],
    ['another scope stands in its place', [{ ...SCOPE, id: 2 }]],
  ] as [string, TeamScope[]][])('are gone, and do not come back, once %s', (_, scopes) => {
    const source = openSource();
    const [before, long] = [rowsOf(source), rowsOf(source)];
    before.set(7, 'read');
    const now = rowsOf(source, { scopes });
    expect(now.has(7)).toBe(false);
    // A question that began before it continues with its state, and writes nothing to the new cache.
    long.set(8, 'late');
    expect([long.get(7), now.has(8), rowsOf(source, { scopes }).has(8)]).toEqual(['read', false, false]);
    expect(rowsOf(source).has(7)).toBe(false);
  });

  it('are forgotten of everybody who saw a scope, once anybody is told of its next publication', () => {
    const source = openSource();
    const own: TeamScope = { ...SCOPE, id: 2, kind: 'user' };
    const others = { name: 'ben', scopes: [{ ...own, id: 3 }] };
    const [eve, ann] = [{ scopes: [own, SCOPE] }, { name: 'ann', scopes: [{ ...own, id: 4 }, SCOPE] }];
    for (const who of [eve, ann, others]) rowsOf(source, who).set(7, 'read');
    rowsOf(source, { ...eve, scopes: [{ ...own, epoch: 6 }, SCOPE] });
    expect([rowsOf(source, ann).has(7), rowsOf(source, others).has(7)]).toEqual([true, true]);
    const next = { ...SCOPE, epoch: 6 };
    rowsOf(source, { ...eve, scopes: [own, next] }).set(8, 'read anew');
    // A question that began earlier learns about the earlier publication, and drops no rows of those who read
    // the later one.
    expect(rowsOf(source, ann).has(7)).toBe(false);
    expect(rowsOf(source, { ...eve, scopes: [own, next] }).has(8)).toBe(true);
    expect(rowsOf(source, others).has(7)).toBe(true);
  });

  it('last no longer than the question where they must not', () => {
    const source = openSource();
    const rows = rowsOf(source);
    rows.set(7, 'secret');
    expect(rows.get(7)).toBe('secret');
    expect([rowsOf(source).has(7), rowsOf(source).get(7)]).toEqual([false, undefined]);
  });

  it.each([
    ['that no claim has', (rows: ReturnType<typeof rowsOf>, i: number) => rows.set(i, undefined), 400_000],
    ['of few letters', (rows: ReturnType<typeof rowsOf>, i: number) => rows.set(i, 'a'), 400_000],
  ] as const)('are forgotten for others who ask where there are too many %s', (_, fill, count) => {
    const source = openSource();
    const rows = rowsOf(source);
    for (let i = 0; i < count; i++) fill(rows, i);
    expect(rowsOf(source).has(1)).toBe(true);
    rowsOf(source, { name: 'ben' }).set(1, 'x'.repeat(30_000_000));
    rowsOf(source, { name: 'ann' });
    expect([rowsOf(source, { name: 'ben' }).has(1), rowsOf(source).has(1)]).toEqual([true, false]);
  });

  it('are kept of many who ask within a bound of their own, beside the two who asked last', () => {
    const source = openSource();
    const names = Array.from({ length: 12 }, (_, i) => `member ${i}`);
    for (const name of names) rowsOf(source, { name }).set(1, 'x'.repeat(2_000_000));
    rowsOf(source, { name: 'member 11' });
    // Checked one by one: a question first gets its own cached rows, then drops those of other principals
    // above the limit.
    const kept = (name: string) => rowsOf(source, { name }).has(1);
    expect(['member 11', 'member 10', 'member 9', 'member 8'].map(kept)).toEqual([true, true, true, true]);
    expect(names.slice(0, 6).map(kept)).toEqual([false, false, false, false, false, false]);
  });

  it('are forgotten for others where somebody asks by ever other filters', () => {
    const source = openSource();
    rowsOf(source).set(1, 'read');
    for (let i = 0; i < 20_000; i++)
      rowsOf(source, { kind: `passing {"region":"${'r'.repeat(1_000)}${i}"}` });
    rowsOf(source, { name: 'ben' }).set(1, 'x'.repeat(30_000_000));
    rowsOf(source, { name: 'ann' });
    expect([rowsOf(source, { name: 'ben' }).has(1), rowsOf(source).has(1)]).toEqual([true, false]);
  });
});
