import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { afterAll, beforeAll } from 'vitest';

/** Why no server can be started here; null where one can. */
export const noServer = whyNoServer();

/** The server of the tests of one file, with settings of its own: started before the first of them and stopped behind the last. */
export function useServer(settings: readonly string[] = []): () => TestServer {
  let server: TestServer | undefined;
  beforeAll(async () => {
    if (noServer === null) server = await startServer(settings);
  }, 120_000);
  afterAll(async () => server?.[Symbol.asyncDispose]());
  return () => {
    if (server === undefined) throw new Error('no server is running: ask for it inside a test');
    return server;
  };
}
