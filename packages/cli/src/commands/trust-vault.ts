import { realpathSync } from 'node:fs';
import { loadConfig, showSetting, writeVaultTrust } from '@memora/engine/config';
import { askVaultTrust } from '../input/ask-vault-trust.ts';
import { readFlags } from '../input/read-flags.ts';
import { readFlag, usageError } from '../input/read-option.ts';
import { resolveVault } from '../input/resolve-vault.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

/** Shows the settings that the vault's own config asks for, and records whether they are accepted. */
export async function trustVault(context: CommandContext): Promise<ExitCode> {
  const { options, io, output } = context;
  const [yes, no] = [readFlag(options, 'yes'), readFlag(options, 'refuse')];
  if (yes && no) throw usageError('--yes and --refuse cannot be used together', 'Pass one of them.');
  const chosen = await resolveVault(context);
  const vault = realFolder(chosen.path);
  const settings = await loadConfig({ vault, env: io.env, flags: readFlags(options) });
  const { wanted } = settings;
  if (wanted === null) {
    output.payload({ vault, wants: [], trust: null });
    output.line('The config of this vault asks for nothing that needs your consent.');
    return EXIT.done;
  }
  for (const one of wanted.settings) output.line(showSetting(one));
  let trust = wanted.trust;
  if (yes || no) {
    await writeVaultTrust(vault, wanted, yes, io.env);
    trust = yes ? 'accepted' : 'refused';
  } else if (!output.json) {
    const answer = await askVaultTrust(vault, settings, io);
    if (answer !== null) trust = answer ? 'accepted' : 'refused';
  }
  output.payload({ vault, wants: wanted.settings, trust });
  output.note(SAID[trust]);
  return trust === 'unasked' ? EXIT.checkFailed : EXIT.done;
}

const SAID = {
  accepted: 'You have accepted this. You will be asked again about other values.',
  refused: 'You have refused this; it is ignored.',
  unasked: 'This is ignored until you accept it: add --yes, or --refuse not to be asked again.',
} as const;

function realFolder(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    throw usageError(`there is no folder at ${path}`, 'Name the folder of the notes with --vault.');
  }
}
