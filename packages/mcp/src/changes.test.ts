import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { openMemory } from '@memora/engine';
import { everyNth } from '@memora/testing-fixtures/every-nth';
import { Client as ClientV2, StreamableHTTPClientTransport as HttpV2 } from '@modelcontextprotocol/client';
import { StdioClientTransport as StdioV2 } from '@modelcontextprotocol/client/stdio';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport as HttpV1 } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it } from 'vitest';
import { setupVault } from './testing-fixtures/setup-vault.ts';
import { PATIENT, serverCommand, startHttpServer } from './testing-fixtures/start-server.ts';

type Vault = Awaited<ReturnType<typeof setupVault>>;

/** A client that records its notifications. */
interface Listening extends AsyncDisposable {
  readonly told: string[];
  readonly subscribe: (uri: string) => Promise<unknown>;
  readonly unsubscribe: (uri: string) => Promise<unknown>;
  readonly list: () => Promise<{ resources: { name: string }[] }>;
}

const INFO = { name: 'changes', version: '1' };
const NOTES = {
  'pump.md': '---\nid: pump\n---\nThe pump runs at 40 bar.\n',
  'seal.md':
    '---\nid: seal\n---\nMara replaced the seal.\n<!--privacy:secret-->It cost 471108.<!--/privacy-->\n',
};

function listenV1(client: ClientV1): Listening {
  const told: string[] = [];
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => {
    told.push('list');
  });
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => {
    told.push(params.uri);
  });
  return {
    told,
    subscribe: (uri) => client.subscribeResource({ uri }),
    unsubscribe: (uri) => client.unsubscribeResource({ uri }),
    list: () => client.listResources(),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

function listenV2(client: ClientV2): Listening {
  const told: string[] = [];
  client.setNotificationHandler('notifications/resources/list_changed', () => {
    told.push('list');
  });
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    told.push(params.uri);
  });
  return {
    told,
    subscribe: (uri) => client.subscribeResource({ uri }),
    unsubscribe: (uri) => client.unsubscribeResource({ uri }),
    list: () => client.listResources(),
    [Symbol.asyncDispose]: () => client.close(),
  };
}

/** The newest protocol has one stream for all subscriptions of a client. */
function listenModern(client: ClientV2): Listening {
  const listening = listenV2(client);
  const streams = new Map<string, { close: () => Promise<void> }>();
  return {
    ...listening,
    subscribe: async (uri) => {
      streams.set(uri, await client.listen({ resourcesListChanged: true, resourceSubscriptions: [uri] }));
    },
    unsubscribe: async (uri) => streams.get(uri)?.close(),
  };
}

const stdio = (vault: Vault) => ({ ...serverCommand(vault.vault, vault.env), stderr: 'ignore' as const });
const modern = { versionNegotiation: { mode: { pin: '2026-07-28' } } } as const;

async function http(vault: Vault) {
  const tokenFile = join(vault.folder, 'token');
  const server = await startHttpServer(vault.vault, vault.env, tokenFile);
  const headers = { authorization: `Bearer ${(await readFile(tokenFile, 'utf8')).trim()}` };
  return { server, url: new URL(server.url), requestInit: { headers } };
}

const CLIENTS: Readonly<Record<string, (vault: Vault) => Promise<Listening>>> = {
  'v1 SDK over stdio': async (vault) => {
    const client = new ClientV1(INFO);
    await client.connect(new StdioV1(stdio(vault)), PATIENT);
    return listenV1(client);
  },
  'v2 SDK over stdio': async (vault) => {
    const client = new ClientV2(INFO);
    await client.connect(new StdioV2(stdio(vault)), PATIENT);
    return listenV2(client);
  },
  'v2 SDK over stdio, newest protocol': async (vault) => {
    const client = new ClientV2(INFO, modern);
    await client.connect(new StdioV2(stdio(vault)), PATIENT);
    return listenModern(client);
  },
  'v1 SDK over HTTP': async (vault) => {
    const { server, url, requestInit } = await http(vault);
    const client = new ClientV1(INFO);
    await client.connect(new HttpV1(url, { requestInit }) as never, PATIENT);
    return closing(listenV1(client), server);
  },
  'v2 SDK over HTTP, newest protocol': async (vault) => {
    const { server, url, requestInit } = await http(vault);
    const client = new ClientV2(INFO, modern);
    await client.connect(new HttpV2(url, { requestInit }), PATIENT);
    return closing(listenModern(client), server);
  },
};

function closing(listening: Listening, server: AsyncDisposable): Listening {
  return {
    ...listening,
    [Symbol.asyncDispose]: async () => {
      await listening[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

const PUMP = 'memora://note/pump';

/** A client over stdio of each kind, and one over HTTP; all with `MEMORA_TEST_WHOLE=1`. */
const TRIED = everyNth(Object.entries(CLIENTS), 2);

describe.concurrent.each(TRIED)('the %s', (_, connect) => {
  it('hears what changes while somebody else watches the vault, and of nothing it did not ask for', async () => {
    await using vault = await setupVault(NOTES);
    await using client = await connect(vault);
    await client.list();
    await client.subscribe(PUMP);
    await using watching = await watch(vault);
    await writeFile(join(vault.vault, 'pump.md'), NOTES['pump.md'].replace('40', '60'));
    await until(() => client.told.includes(PUMP));
    await writeFile(join(vault.vault, 'crane.md'), 'The crane lifts 12 tons.\n');
    await until(() => client.told.includes('list'));
    expect((await client.list()).resources.map(({ name }) => name)).toContain('crane.md');
    client.told.length = 0;
    await rm(join(vault.vault, 'crane.md'));
    await until(() => client.told.includes('list'));

    client.told.length = 0;
    await client.unsubscribe(PUMP);
    // The newest protocol ends a stream without an answer. Once a later request is answered, the server has
    // read the end.
    await client.list();
    await replaceWhole(join(vault.vault, 'seal.md'), NOTES['seal.md'].replace('Mara', 'Ida'));
    await writeFile(join(vault.vault, 'pump.md'), NOTES['pump.md'].replace('40', '80'));
    await watching.until((path) => path === 'pump.md');
    await wait(1_500);
    expect(client.told).toEqual([]);
  });
});

const SUBSCRIBERS = [
  'v2 SDK over stdio',
  'v2 SDK over stdio, newest protocol',
  'v2 SDK over HTTP, newest protocol',
];

describe.concurrent.each(SUBSCRIBERS)('a subscription of the %s', (name) => {
  it('hears of an edit that nobody indexed, and of none that changes secret words alone', async () => {
    await using vault = await setupVault(NOTES);
    await using client = (await CLIENTS[name]?.(vault)) as Listening;
    await client.subscribe('memora://note/seal');
    await replaceWhole(join(vault.vault, 'seal.md'), NOTES['seal.md'].replace('471108', '9999'));
    await wait(1_500);
    expect(client.told).toEqual([]);
    await replaceWhole(join(vault.vault, 'seal.md'), NOTES['seal.md'].replace('Mara', 'Ida'));
    await until(() => client.told.length > 0);
    await wait(1_000);
    expect(client.told).toEqual(['memora://note/seal']);
  });

  it('hears of what is changed the moment it is acknowledged', async () => {
    await using vault = await setupVault(NOTES);
    await using memory = await openMemory({ vault: vault.vault, env: vault.env });
    const { claims } = await memory.claims.listClaims({ notePath: 'pump.md' });
    const uri = `memora://claim/${claims[0]?.id}`;
    await using client = (await CLIENTS[name]?.(vault)) as Listening;
    await client.subscribe(uri);
    await writeFile(join(vault.vault, 'pump.md'), 'Nothing is known.\n');
    await memory.index();
    await until(() => client.told.includes(uri));
  });
});

/** Saves like an editor, but without an empty moment, which would be a separate change. */
async function replaceWhole(path: string, text: string): Promise<void> {
  await writeFile(`${path}.draft`, text);
  await rename(`${path}.draft`, path);
}

describe.concurrent('a subscription', () => {
  it('of the newest protocol hears of the list, and of a note that is written after it was subscribed to', async () => {
    await using vault = await setupVault(NOTES);
    await using memory = await openMemory({ vault: vault.vault, env: vault.env });
    await using client = (await CLIENTS['v2 SDK over HTTP, newest protocol']?.(vault)) as Listening;
    await client.subscribe('memora://note/crane.md');
    await writeFile(join(vault.vault, 'crane.md'), 'The crane lifts 12 tons.\n');
    await memory.index();
    await until(() => client.told.includes('list') && client.told.includes('memora://note/crane.md'));
  });

  it('to a claim hears when its words are gone', async () => {
    await using vault = await setupVault(NOTES);
    await using memory = await openMemory({ vault: vault.vault, env: vault.env });
    const { claims } = await memory.claims.listClaims({ notePath: 'pump.md' });
    const uri = `memora://claim/${claims[0]?.id}`;
    await using client = (await CLIENTS['v1 SDK over stdio']?.(vault)) as Listening;
    await client.subscribe(uri);
    await writeFile(join(vault.vault, 'pump.md'), 'Nothing is known.\n');
    await until(() => client.told.includes(uri));
  });

  it('to what is not there is refused', async () => {
    await using vault = await setupVault(NOTES);
    await using client = (await CLIENTS['v2 SDK over stdio']?.(vault)) as Listening;
    await expect(client.subscribe('memora://note/nowhere')).rejects.toThrow();
    await expect(client.subscribe('file:///etc/passwd')).rejects.toThrow();
  });
});

/** Watches the vault in this process, like `memora watch`. */
async function watch({ vault, env }: Vault) {
  const memory = await openMemory({ vault, env });
  const stop = new AbortController();
  const seen: string[] = [];
  const ready = Promise.withResolvers<void>();
  const done = (async () => {
    for await (const event of memory.watch({ signal: stop.signal })) {
      if (event.type === 'indexed') ready.resolve();
      if (event.type === 'changed') seen.push(event.path);
    }
  })();
  await ready.promise;
  return {
    until: (wanted: (path: string) => boolean) => until(() => seen.some(wanted)),
    [Symbol.asyncDispose]: async () => {
      stop.abort();
      await done;
      await memory.close();
    },
  };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await wait(25);
}
