import { parseArgs } from 'node:util';
import { MemoraError } from '@memora/core';
import { usage } from './protocol/server-error.ts';
import type { ServeOptions } from './serve.ts';
import type { ServeTeamOptions } from './team/serve-team.ts';
import { FLAGS, readTeamFlags, TEAM_FLAGS } from './team/team-flags.ts';
import { TOOL_NAMES, TOOLSETS } from './toolset.ts';
import { VERSION } from './version.ts';

const HELP = `memora-mcp: the MCP server over a vault of Markdown notes

  memora-mcp --vault DIR                 speak MCP on stdin and stdout
  memora-mcp --vault DIR --http 7420     Streamable HTTP on 127.0.0.1:7420/mcp, with a bearer token

  --vault DIR        folder of notes; MEMORA_VAULT by default
  --tools SET        tools to list: all, core, memory, files or ingest; all by default
  --names NAMES      memory: call the tools of the memory memory_save, memory_search, memory_forget
  --http PORT        listen on loopback instead of stdin and stdout; 0 picks a free port
  --token-file FILE  file with the bearer token; created if missing

  memora-mcp --team                      serve a team's memory in PostgreSQL, over HTTP, to many people

  --listen HOST:PORT 127.0.0.1 and a free port by default
  --url URL          address of this server as clients write it
  --issuer URL       issuer of tokens (OAuth 2.1, OIDC); --groups-claim NAME for groups,
                     --workspace-claim NAME where it serves several workspaces
  --token-file FILE  hashed tokens: see memora team token add
  --tls-cert FILE --tls-key FILE, or --behind-proxy, elsewhere than on this machine
  --origin ORIGIN    a page that may ask it; may be repeated
  --with-worker      index and publish in this process too
  --limit NAME=N     what one principal may ask of this server: requests and captures
                     a minute, calls at once, characters of an answer; may be repeated

  --version, --help

Logs go to stderr. Example: MEMORA_VAULT=~/notes memora-mcp
`;

/** Runs the server in this process, with its arguments, streams and signals. Sets the exit code; see the contracts. */
export async function runBin(): Promise<void> {
  // stdout belongs to the protocol, so anything a dependency prints goes to stderr.
  globalThis.console = new console.Console(process.stderr, process.stderr);
  const ended = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ended.abort());
  process.stdout.on('error', () => ended.abort());
  try {
    const options = readOptions(process.argv.slice(2), process.env);
    if (typeof options === 'string') {
      process.stdout.write(options);
      return;
    }
    if ('team' in options) {
      const { serveTeam } = await import('./team/serve-team.ts');
      await serveTeam({ ...options.team, signal: ended.signal });
    } else {
      const { serve } = await import('./serve.ts');
      await serve({ ...options, signal: ended.signal });
    }
    // Nothing is left to do, and a handle that a client left open must not keep the process alive.
    process.exit(0);
  } catch (error) {
    process.exitCode = report(error);
  }
}

/** The entry point of a worker's thread inside the server. */
export async function runLargeRounds(): Promise<void> {
  await (await import('@memora/agent-memory/internal')).runTeamRounds();
}

/** The options of a command line, or the text that it requests. Throws `USAGE`. */
function readOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): ServeOptions | { readonly team: ServeTeamOptions } | string {
  const values = parse(args);
  if (values.help === true) return HELP;
  if (values.version === true) return `${VERSION}\n`;
  const { tools = 'all', http } = values;
  const toolset = TOOLSETS.find((each) => each === tools);
  if (toolset === undefined)
    throw usage('--tools is not valid', `Pass --tools ${TOOLSETS.join(' or --tools ')}.`);
  const names = TOOL_NAMES.find((each) => each === (values.names ?? 'memora'));
  if (names === undefined) throw usage('--names is not valid', 'Pass --names memora or --names memory.');
  if (values.team === true) return { team: readTeamFlags(values, toolset) };
  const stray = TEAM_FLAGS.find((name) => values[name] !== undefined);
  if (stray !== undefined) throw usage(`--${stray} belongs to --team`, 'Pass --team, or leave it out.');
  const vault = values.vault ?? env['MEMORA_VAULT'];
  if (vault === undefined || vault === '')
    throw usage('no vault is given', 'Pass --vault DIR or set MEMORA_VAULT.');
  if (http === undefined) return { vault, toolset, names };
  const port = /^\d{1,5}$/.test(http) ? Number(http) : Number.NaN;
  if (!(port <= 65_535)) throw usage('--http is not a port', 'Pass a number from 0 to 65535.');
  const tokenFile = values['token-file'];
  return { vault, toolset, names, http: { port, ...(tokenFile === undefined ? {} : { tokenFile }) } };
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: FLAGS }).values;
  } catch (error) {
    throw usage(error instanceof Error ? error.message : 'unknown arguments', 'See memora-mcp --help.');
  }
}

/** Errors that are fixed by passing a different argument or file. */
const WRONG_USE: ReadonlySet<string> = new Set([
  'USAGE',
  'PORT_IN_USE',
  'TOKEN_FILE_INVALID',
  'TOKEN_FILE_OPEN',
  'TEAM_IDENTITY_INVALID',
]);

function report(error: unknown): number {
  if (!MemoraError.isInstance(error)) {
    process.stderr.write(
      `memora-mcp: ${error instanceof Error ? (error.stack ?? error.name) : String(error)}\n`,
    );
    return 4;
  }
  process.stderr.write(`memora-mcp: ${error.message}\n${error.hint === undefined ? '' : `${error.hint}\n`}`);
  return WRONG_USE.has(error.code) ? 2 : 4;
}
