import type { TestServer } from '@memora/testing-fixtures/start-postgres';
import pg from 'pg';

/** Opens a plain driver connection, closed at the end of the block. Uses the tests' administrator by default. */
export async function openClient(
  server: TestServer,
  database: string,
  user = 'root_of_tests',
): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ host: server.socket, port: server.port, user, database });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}
