import { startServer, type TestServer, whyNoServer } from '@memora/testing-fixtures/start-postgres';
import { afterAll, beforeAll } from 'vitest';

/** Why no server can be started here; null if one can. */
export const noServer = whyNoServer();

/** Uses one server, with these settings, for a file's tests: starts it before the first and stops it after the last. */
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
