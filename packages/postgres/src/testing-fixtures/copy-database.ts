import type { TestServer } from '@memora/testing-fixtures/start-postgres';
import { expect } from 'vitest';

/**
 * Copies a database, as a restore at this moment would, and returns the copy's name. Closes every connection to it, because PostgreSQL cannot copy a database
 * in use.
 */
export async function copyDatabase(server: TestServer, database: string): Promise<string> {
  const of = `FROM pg_stat_activity WHERE datname = '${database}'`;
  server.psql(`SELECT pg_terminate_backend(pid) ${of}`);
  await expect.poll(() => server.psql(`SELECT count(*) ${of}`), { timeout: 30_000 }).toBe('0');
  const copy = `${database}_restored`;
  server.psql(`CREATE DATABASE ${copy} TEMPLATE ${database}`);
  return copy;
}
