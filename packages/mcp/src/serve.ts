import { type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Memory, OpenMemoryOptions } from '@memora/engine';
import type { CallEntry } from '@memora/privacy';
import { connectStdio, type McpConnection } from './connect-stdio.ts';
import { endBridges } from './memory/bridges-of.ts';
import { describeForLog } from './protocol/to-tool-error.ts';
import { createToolService, type ToolService } from './protocol/tool-service.ts';
import type { ToolNames, Toolset } from './toolset.ts';

/** Options of {@link serve}. */
export interface ServeOptions {
  readonly vault: string;
  readonly toolset?: Toolset;
  /** `memora` by default. */
  readonly names?: ToolNames;
  /** Listens on 127.0.0.1 instead of stdin and stdout. Port 0 picks a free one; the token file is `mcp-token` in the user's configuration folder by default. */
  readonly http?: { readonly port: number; readonly tokenFile?: string };
  /** `MEMORA_*` variables; `process.env` by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Reads the settings; those of the vault, the user and the environment by default. */
  readonly loadConfig?: OpenMemoryOptions['loadConfig'];
  /** Writes log lines; to stderr by default. stdout belongs to the protocol. */
  readonly log?: (line: string) => void;
  /** Ends the server. */
  readonly signal?: AbortSignal;
}

/** How often the server checks whether its parent still exists, because some parents exit without closing stdin. */
const PARENT_CHECK_MS = 2_000;
/** The delay after the first call, so that the call does not share the processor. */
const FOLLOW_AFTER_MS = 1_000;
/** How long it waits at the end for running calls, before it cancels them. */
const LONGEST_END_MS = 5_000;

/**
 * Serves until the client disconnects, `signal` aborts, or the parent process is gone. The vault's database is opened by the first call that needs it, so
 * starting costs the same for every vault; from then on the index follows the notes. Throws `VAULT_NOT_FOUND`, `PORT_IN_USE`, `TOKEN_FILE_INVALID`.
 */
export async function serve(options: ServeOptions): Promise<void> {
  const log = options.log ?? ((line: string) => process.stderr.write(`memora-mcp: ${line}\n`));
  await assertVault(options.vault);
  const env = options.env ?? process.env;
  const opened = lazyMemory(options.vault, env, options.loadConfig, log);
  const service = createToolService({
    memory: opened.open,
    toolset: options.toolset ?? 'all',
    names: options.names ?? 'memora',
    log,
    record: opened.record,
  });
  const ended = Promise.withResolvers<void>();
  options.signal?.addEventListener('abort', () => ended.resolve(), { once: true });
  if (options.signal?.aborted) ended.resolve();

  const connection =
    options.http === undefined
      ? connectStdio(service, ended.resolve)
      : await listen(service, options.http, env, log);
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent) ended.resolve();
  }, PARENT_CHECK_MS).unref();
  await ended.promise;
  clearInterval(watch);
  await connection.close();
  // If a note is being written, that is finished or undone before the process ends.
  await Promise.race([service.settled(), wait(LONGEST_END_MS, undefined, { ref: false })]);
  await opened.close();
}

async function listen(
  service: ToolService,
  { port, tokenFile }: NonNullable<ServeOptions['http']>,
  env: NonNullable<ServeOptions['env']>,
  log: (line: string) => void,
): Promise<McpConnection> {
  const [{ serveHttp }, { openToken }, { configFolder }] = await Promise.all([
    import('./http/serve-http.ts'),
    import('./http/open-token.ts'),
    import('@memora/privacy/keyring'),
  ]);
  const path = tokenFile ?? join(configFolder(env), 'mcp-token');
  const server = await serveHttp(service, { port, token: await openToken(path) });
  log(`listening on ${server.url}; the bearer token is in ${path}`);
  return server;
}

function lazyMemory(
  vault: string,
  env: NonNullable<ServeOptions['env']>,
  loadConfig: ServeOptions['loadConfig'],
  log: (line: string) => void,
): {
  open: () => Promise<Memory>;
  record: (memory: Memory, entry: CallEntry) => void;
  close: () => Promise<void>;
} {
  let memory: Promise<Memory> | null = null;
  let record: ((memory: Memory, entry: CallEntry) => void) | null = null;
  const closing = new AbortController();
  let following: Promise<void> = Promise.resolve();
  const follow = (opened: Memory) => {
    const timer = setTimeout(() => {
      following = followNotes(opened, closing.signal, log);
    }, FOLLOW_AFTER_MS).unref();
    closing.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  };
  return {
    open: () => {
      memory ??= import('./engine.ts')
        .then(async ({ openMemory, describeIgnored, recordCall }) => {
          record = recordCall;
          const one = await openMemory({ vault, env, ...(loadConfig === undefined ? {} : { loadConfig }) });
          for (const { detail, remedy } of describeIgnored(one.settings, one.vault))
            log(`${detail}. ${remedy}`);
          follow(one);
          return one;
        })
        .catch((error: unknown) => {
          // The next call tries to open the vault again.
          memory = null;
          throw error;
        });
      return memory;
    },
    record: (of, entry) => record?.(of, entry),
    close: async () => {
      closing.abort();
      await following;
      await memory
        ?.then(async (opened) => {
          await endBridges(opened);
          await opened.close();
        })
        .catch(() => undefined);
    },
  };
}

/** Keeps the index up to date, so that few calls have to wait. Each call checks for changes as well. */
async function followNotes(memory: Memory, signal: AbortSignal, log: (line: string) => void): Promise<void> {
  try {
    for await (const { reason } of memory.follow({ signal })) {
      if (reason === 'UNKNOWN') log('a note that changed could not be indexed: run `memora doctor`');
    }
  } catch (error) {
    if (!signal.aborted) log(`the notes are not followed: ${describeForLog(error)}`);
  }
}

async function assertVault(vault: string): Promise<void> {
  const found = statOrNull(vault);
  if (found?.isDirectory()) return;
  const { ServerError } = await import('./protocol/server-error.ts');
  throw new ServerError(`${vault} is ${found === null ? 'not there' : 'no folder'}`, {
    code: found === null ? 'VAULT_NOT_FOUND' : 'VAULT_NOT_A_FOLDER',
    hint: 'Pass --vault with the folder of your notes, or set MEMORA_VAULT.',
  });
}

function statOrNull(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}
