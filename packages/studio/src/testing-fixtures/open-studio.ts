import { type Memory, openMemory } from '@memora/engine';
import { READ, WRITTEN } from '../api/page-routes.ts';
import { serveStudio } from '../serve-studio.ts';
import type { StudioOptions, StudioServer } from '../studio-server.ts';
import { setupVault, type TestVault } from './setup-vault.ts';

/** A served vault for tests. */
export interface TestStudio extends AsyncDisposable {
  readonly folder: TestVault;
  readonly memory: Memory;
  readonly server: StudioServer;
  /** Codes of errors so far. */
  readonly problems: readonly string[];
  /** Requests a route below `api/`. */
  readonly api: (path: string, init?: RequestInit) => Promise<Response>;
  /** Posts an object to a route. */
  readonly post: (path: string, body: object) => Promise<Response>;
}

/** Serves a vault with these notes. `wrap` may replace parts of its memory. */
export async function openStudio(
  notes: Readonly<Record<string, string | Uint8Array>>,
  options: StudioOptions = {},
  given?: TestVault,
  wrap: (memory: Memory) => Memory = (each) => each,
): Promise<TestStudio> {
  const folder = given ?? (await setupVault(notes));
  const memory = await openMemory({ vault: folder.root, env: folder.env });
  const problems: string[] = [];
  const server = await serveStudio(wrap(memory), {
    env: folder.env,
    ...options,
    onProblem: (code) => problems.push(code),
  });
  const api: TestStudio['api'] = async (path, init) => {
    const response = await fetch(`${server.url}api/${path}`, init);
    if (response.ok) await checkGiven(path, init?.method, response.clone());
    return response;
  };
  return {
    folder,
    memory,
    server,
    problems,
    api,
    post: (path, body) =>
      api(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    [Symbol.asyncDispose]: async () => {
      await server.close();
      await memory.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** Throws if a route's result does not match its schema. */
async function checkGiven(path: string, method: string | undefined, response: Response): Promise<void> {
  if (response.headers.get('content-type')?.startsWith('application/json') !== true) return;
  const rows = Object.entries(method === 'POST' ? WRITTEN : READ);
  const [address = ''] = path.split('?');
  const parts = address.split('/');
  const isOf = (at: string) => {
    const wanted = at.split('/');
    return (
      wanted.length === parts.length && wanted.every((each, i) => each.startsWith('{') || each === parts[i])
    );
  };
  const [, row] = rows.find(([at]) => isOf(at)) ?? [];
  if (row === undefined) throw new Error(`${method ?? 'GET'} ${address} has no row`);
  row.gives.parse(await response.json());
}
