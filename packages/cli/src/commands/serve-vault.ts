import { readFlags } from '../input/read-flags.ts';
import { readInteger, readText, usageError } from '../input/read-option.ts';
import { resolveVault, toPath } from '../input/resolve-vault.ts';
import { toTerminalText } from '../output/to-terminal-text.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Serves the vault over MCP until the client leaves or the process is stopped. stdout belongs to the protocol. */
export async function serveVault(context: CommandContext): Promise<ExitCode> {
  const { options, io } = context;
  const { path: vault } = await resolveVault(context);
  const port = readInteger(options, 'http', 0);
  if (port !== undefined && port > 65_535) throw usageError('--http takes a port from 0 to 65535');
  const file = readText(options, 'tokenFile');
  if (file !== undefined && port === undefined)
    throw usageError('--token-file goes with --http', 'A server on stdin and stdout takes no token.');
  // This run's settings are checked now, because a client would not see a later error.
  const flags = readFlags(options);
  const load = async (root: string) => {
    const { loadConfig } = await import('@memora/engine/config');
    return loadConfig({ vault: root, env: io.env, flags });
  };
  if (Object.keys(flags).length > 0) await load(vault);
  const { serve, TOOLSETS } = await import('@memora/mcp');
  await serve({
    vault,
    toolset: TOOLSETS.find((each) => each === readText(options, 'tools')) ?? 'all',
    names: readText(options, 'names') === 'memory' ? 'memory' : 'memora',
    env: io.env,
    loadConfig: load,
    signal: io.signal,
    log: (line) => io.stderr.write(`memora: ${toTerminalText(line)}\n`),
    ...(port === undefined
      ? {}
      : { http: { port, ...(file === undefined ? {} : { tokenFile: toPath(file, io.cwd) }) } }),
  });
  return EXIT.done;
}
