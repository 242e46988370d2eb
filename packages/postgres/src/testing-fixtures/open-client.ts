import type { TestServer } from '@memora/testing-fixtures/start-postgres';
import pg from 'pg';

/** A connection of the driver alone, with nothing of ours around it. It ends with the block that holds it; by default it is the tests' own administrator's. */
export async function openClient(
  server: TestServer,
  database: string,
  user = 'root_of_tests',
): Promise<pg.Client & AsyncDisposable> {
  const client = new pg.Client({ host: server.socket, port: server.port, user, database });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}
