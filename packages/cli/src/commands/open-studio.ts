import { setFlagsFromString } from 'node:v8';
import type { Memory } from '@memora/engine';
import { serveStudio, type TeamSource } from '@memora/studio';
import { readFlag, readInteger, usageError } from '../input/read-option.ts';
import { resolveVault } from '../input/resolve-vault.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { openInBrowser } from '../output/open-in-browser.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';
import { createDesk } from '../setup/create-desk.ts';

/**
 * `open`: serves the page of a vault on 127.0.0.1 until Ctrl-C, and shows it in the browser. A question is
 * entered in the box but not sent. Without a vault, the page asks for one. With `--team` it is the page of a
 * team, for asking and reading.
 */
export async function openStudio(context: CommandContext): Promise<ExitCode> {
  const { args, options, io, output } = context;
  const port = readInteger(options, 'port', 0) ?? 0;
  if (port > 65_535) throw usageError(`--port takes a port up to 65535, not ${port}`);
  const question = args.join(' ').trim();
  // A page is open all day and rarely used. With 20,000 notes this halves the server's memory (bench
  // studio-page).
  setFlagsFromString('--optimize-for-size');
  const team = readFlag(options, 'team') ? await openTeamSource(context) : undefined;
  await using memory = team === undefined ? await openChosen(context) : null;
  await using studio = await serveStudio(memory, {
    ...(team === undefined ? {} : { team }),
    port,
    signal: io.signal,
    env: io.env,
    desk: createDesk(io.env, memory === null && team === undefined ? io.cwd : null),
    openMemory: (vault) => openCliMemory({ io, options: { ...options, vault } }),
    onProblem: (code) => {
      output.payload({ type: 'problem', code });
      output.warn(`Something went wrong (${code}). \`memora doctor\` says what to do.`);
    },
  });
  const url = question === '' ? studio.url : `${studio.url}?q=${encodeURIComponent(question)}`;
  output.payload({ type: 'serving', url });
  output.line(url);
  output.note('Only this machine can open it; Ctrl-C ends it.');
  if (options['browser'] !== false) await openInBrowser(url, context);
  await studio.done;
  return EXIT.interrupted;
}

/**
 * The configured team, through its server. Throws `USAGE` if none is configured, and the server's error about
 * the token.
 */
async function openTeamSource(context: CommandContext): Promise<TeamSource> {
  const { findTeamServer } = await import('./team/open/open-team.ts');
  const server = await findTeamServer(context);
  if (server === null)
    throw usageError('--team needs the address of a team server', 'Set MEMORA_TEAM_SERVER to its address.');
  const { ask } = server;
  const { workspace } = await ask<{ readonly workspace: string }>('status');
  return { name: workspace, ask };
}

/** The memory of the vault that the command line names; null if it names none, because then the page asks. */
async function openChosen(context: CommandContext): Promise<Memory | null> {
  const isNamed = context.options['vault'] !== undefined;
  const chosen = await resolveVault(context).catch((error: unknown) => {
    if (isNamed || (error as { code?: unknown }).code !== 'USAGE') throw error;
    return null;
  });
  return chosen === null ? null : openCliMemory(context);
}
