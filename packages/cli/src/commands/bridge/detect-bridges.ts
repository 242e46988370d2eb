import type { AskedServer } from '@memora/bridge';
import { loadConfig } from '@memora/engine/config';
import { askPerson, isPersonThere } from '../../input/ask-person.ts';
import { readFlags } from '../../input/read-flags.ts';
import { resolveVault } from '../../input/resolve-vault.ts';
import { openCliMemory } from '../../open-cli-memory.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';
import { keyOfServer, type ListedServer, listNamedServers } from '../../setup/clients/list-named-servers.ts';
import { findUserFolders } from '../../setup/clients/user-folders.ts';
import { openBridgeAnswers } from './bridge-answers.ts';
import { writeBridge } from './write-bridge.ts';

/**
 * Looks for memory servers among those in the settings of agents, and asks about each once. Without a
 * person's consent nothing is started or written, because agents run command lines too. Prints names, never
 * the command that starts a server.
 */
export async function detectBridges(context: CommandContext): Promise<ExitCode> {
  const { io, options, output } = context;
  const folders = findUserFolders(io.env);
  const { servers, others } = folders === null ? { servers: [], others: 0 } : listNamedServers(folders);
  const { path: vault } = await resolveVault(context);
  const { config } = await loadConfig({ vault, env: io.env, flags: readFlags(options) });
  const bridges = config.bridge;
  const configured = new Set(
    Object.entries(bridges).map(([name, { command, url, env }]) =>
      keyOfServer({ name, command, url, env: Object.fromEntries(env.map(splitPair)) }),
    ),
  );
  const answers = openBridgeAnswers(io.env);
  const isNew = (server: ListedServer): boolean =>
    !configured.has(keyOfServer(server)) && answers.of(server) === undefined;
  const asked = servers.filter(isNew);
  for (const { name, clients } of asked) output.line(`${output.style('cyan', name)}  ${clients.join(', ')}`);
  if (others > 0)
    output.note(`${others} more need a header or a value that your agent fills in: add them by hand.`);
  const tell = (written: readonly string[]): ExitCode => {
    output.payload({ servers: asked.map(({ name, clients }) => ({ name, clients })), others, written });
    return EXIT.done;
  };
  if (asked.length === 0) {
    output.note('You have been asked about every server of your agents.');
    return tell([]);
  }
  if (!isPersonThere(io) || output.json) {
    output.note('None was started. Run this in a terminal: it asks before it starts them.');
    return tell([]);
  }
  const question = `Start ${asked.length === 1 ? 'it' : `these ${asked.length}`} as your agents do, and ask which tools they have?`;
  if (!(await askPerson(question, io))) {
    for (const server of asked) await answers.keep(server, 'no');
    output.note('None was started. You will not be asked about them again.');
    return tell([]);
  }
  await using memory = await openCliMemory(context);
  const { findMemoryServers } = await import('@memora/bridge');
  const found: AskedServer[] = [];
  for await (const each of findMemoryServers(asked, memory, { env: io.env, signal: io.signal })) {
    const { server, kind, problem } = each;
    if (problem !== null) output.note(`${server.name} could not be asked (${problem}).`);
    else if (kind === null) await answers.keep(server, 'no_memory');
    else found.push(each);
  }
  if (found.length === 0) output.note('None of them keeps memories.');
  const taken = Object.keys(bridges);
  const written: string[] = [];
  for (const { server, kind } of found) {
    if (kind === null) continue;
    const text = `Use ${server.name} (${kind}) together with Memora? Recalls show its memories as external, and memories that you save as public are written there.`;
    const isWanted = await askPerson(text, io);
    if (isWanted) {
      const name = await writeBridge(server, kind, [...taken, ...written], io.env);
      written.push(name);
      output.line(`Wrote [bridge.${name}] into your config.toml.`);
    }
    await answers.keep(server, isWanted ? 'yes' : 'no');
  }
  return tell(written);
}

function splitPair(text: string): [string, string] {
  const at = text.indexOf('=');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
