import { signContext } from '@memora/testing-fixtures/team-key';
import type pg from 'pg';
import { WORKSPACE } from './setup-team.ts';

/** The principals and roles that a probe uses. */
const LOOKERS = [
  ...(['ask', 'write', 'admin'] as const).flatMap((role) =>
    ['ann', 'ben', 'eve', 'mallory'].map((who) => ({ role, who })),
  ),
  { role: 'publish', who: 'worker' },
  { role: 'publish', who: null },
  { role: 'owner', who: null },
] as const;

interface ProbedTable {
  readonly name: string;
  /** Returns a statement that adds a row to a scope, or to no scope if the table has none. */
  readonly insertOf: (scope: number) => string;
  /** True if rows belong to a scope. */
  readonly isScoped: boolean;
}

/**
 * Returns what each principal and role can see and do in a table: visible rows by scope, and rows that an update or an insert reaches. Covers everything that
 * policies decide. Every probe is rolled back; run it inside a superuser's transaction.
 */
export async function probeTable(
  client: pg.Client,
  { name, insertOf, isScoped }: ProbedTable,
  looking: string,
  { hers, shared }: { readonly hers: number; readonly shared: number },
): Promise<string> {
  const outcomes: string[] = [];
  for (const { role, who } of LOOKERS.filter((each) => each.role === looking)) {
    const attempt = async (sql: string) => {
      await client.query(`SAVEPOINT probe; SET LOCAL ROLE memora_${role}`);
      try {
        if (role === 'publish' && who !== null)
          await client.query('SELECT memora.enter($1)', [signContext({ role, scope: shared, fence: null })]);
        else if (role !== 'publish' && role !== 'owner')
          await client.query('SELECT memora.enter($1)', [
            signContext({ role, who, groups: [], workspace: WORKSPACE }),
          ]);
        const result = await client.query(sql);
        outcomes.push(JSON.stringify(result.rows.length > 0 ? result.rows : result.rowCount));
      } catch (error) {
        outcomes.push((error as { code: string }).code);
      }
      await client.query('ROLLBACK TO SAVEPOINT probe');
    };
    await attempt(
      isScoped
        ? `SELECT scope, count(*)::int FROM memora.${name} GROUP BY scope ORDER BY scope`
        : `SELECT count(*)::int FROM memora.${name}`,
    );
    for (const scope of [hers, shared]) await attempt(insertOf(scope));
    if (name === 'head' && role === 'write')
      for (const [from, to] of [
        [shared, shared],
        [shared, hers],
        [hers, hers],
      ])
        await attempt(`UPDATE memora.head SET scope = ${to} WHERE scope = ${from}`);
  }
  return outcomes.join('\n');
}
