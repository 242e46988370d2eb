import { signContext } from '@memora/testing-fixtures/team-key';
import type pg from 'pg';
import { WORKSPACE } from './setup-team.ts';

/** Who looks at a table in a probe, and as what. */
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
  /** A statement that adds a row to a scope, or to none where the table has none. */
  readonly insertOf: (scope: number) => string;
  /** Whether rows belong to a scope. */
  readonly isScoped: boolean;
}

/**
 * What each principal of a role sees of a table and can do to it: rows of each scope, rows that an update and an insert reach. A policy decides
 * nothing that is not in here. Every probe is undone; run inside a transaction of a superuser.
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
