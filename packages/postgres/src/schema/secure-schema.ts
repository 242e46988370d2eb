import type { Connection } from '../connect/connection.ts';
import { OWN_KEY_STATEMENT } from './context-functions.ts';
import { functionGrants, functionStatement, functionsOf, TRIGGERS } from './functions.ts';
import { grantStatements, policiesOf, policyStatement, tablesOf } from './policies.ts';
import {
  isSameFunction,
  isSamePolicy,
  isSameTrigger,
  readFunctions,
  readPolicies,
  readTriggers,
} from './stored-schema.ts';

/**
 * Rewrites only the policies, functions, triggers and rights that differ, because each change of a table locks out all its readers. Drops functions that
 * an earlier version made and this one does not have, because `checkDatabase` refuses them.
 */
export async function secureSchema(db: Connection, schema: number): Promise<void> {
  const functions = await readFunctions(db);
  for (const each of functionsOf(schema)) {
    const same = functions.filter(({ name }) => name === each.name);
    if (same.length !== 1 || !isSameFunction(same[0], each)) await db.run(functionStatement(each));
  }
  const [standing, policies] = await readPolicies(db);
  const tables = tablesOf(schema);
  for (const { name } of standing.filter((table) => tables.includes(table.name) && !table.isHeld))
    await db.run(
      `ALTER TABLE memora.${name} ENABLE ROW LEVEL SECURITY; ALTER TABLE memora.${name} FORCE ROW LEVEL SECURITY;`,
    );
  const due = policiesOf(schema).filter(
    (policy) =>
      !isSamePolicy(
        policies.find(({ table, name }) => table === policy.table && name === policy.name),
        policy,
      ),
  );
  const isDue = (table: string, name: string) =>
    due.some((policy) => policy.table === table && policy.name === name) ||
    !policiesOf(schema).some((policy) => policy.table === table && policy.name === name);
  for (const { table, name } of policies)
    if (tables.includes(table) && isDue(table, name)) await db.run(await dropStatement(db, table, name));
  for (const policy of due) await db.run(policyStatement(policy));
  const triggers = await readTriggers(db);
  for (const trigger of TRIGGERS) {
    const found = triggers.find(({ name, table }) => name === trigger.name && table === trigger.table);
    if (isSameTrigger(found, trigger)) continue;
    await db.run(`CREATE OR REPLACE TRIGGER ${trigger.name} ${trigger.statement};
      ALTER TABLE memora.${trigger.table} ENABLE TRIGGER ${trigger.name}`);
  }
  const ours = functionsOf(schema).map(({ name }) => name);
  // One that somebody else owns, or that something needs, is left: an administrator has to find out why it is there.
  for (const { name, call, owner, isUsed } of functions)
    if (!ours.includes(name) && owner === 'memora_owner' && !isUsed) await db.run(`DROP ROUTINE ${call}`);
  // Granting rights locks no readers out.
  await db.run(`${grantStatements(schema)}\n${functionGrants(schema)}\n${OWN_KEY_STATEMENT}`);
}

/** Somebody else may have given a policy any name. */
async function dropStatement(db: Connection, table: string, name: string): Promise<string> {
  const [row] = await db.rows<[string]>("SELECT format('DROP POLICY %I ON memora.%I', $1::text, $2::text)", [
    name,
    table,
  ]);
  return row?.[0] ?? '';
}
