import { realpathSync } from 'node:fs';
import { type LoadedConfig, showSetting, writeVaultTrust } from '@memora/engine/config';
import type { CliIo } from '../cli-io.ts';
import { toTerminalText } from '../output/to-terminal-text.ts';
import { askPerson, isPersonThere } from './ask-person.ts';

/**
 * Asks once, in a terminal, whether the config of a vault may act, and records the answer. Null if nobody is
 * there, or nothing needs an answer. The answer covers only these values; the person is asked again about
 * changed ones.
 */
export async function askVaultTrust(
  vault: string,
  settings: LoadedConfig,
  io: CliIo,
): Promise<boolean | null> {
  const { wanted } = settings;
  if (wanted === null || !isPersonThere(io)) return null;
  const asked = wanted.settings.map((one) => `  ${showSetting(one)}\n`).join('');
  io.stderr.write(`The config of this vault asks for:\n${toTerminalText(asked)}`);
  const accepted = await askPerson(
    'Accept it? Answer no unless you wrote it or trust the person who did.',
    io,
  );
  await writeVaultTrust(realpathSync.native(vault), wanted, accepted, io.env);
  return accepted;
}
