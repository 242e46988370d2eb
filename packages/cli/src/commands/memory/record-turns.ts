import { keepRecordAnswer, loadConfig } from '@memora/engine/config';
import { askPerson, isPersonThere } from '../../input/ask-person.ts';
import { readFlags } from '../../input/read-flags.ts';
import { usageError } from '../../input/read-option.ts';
import { resolveVault } from '../../input/resolve-vault.ts';
import type { CommandContext } from '../../program/command-spec.ts';
import { EXIT, type ExitCode } from '../../program/exit-code.ts';

/**
 * Turns the recording of conversations with agents on or off, in the person's own settings. Only a person can turn it on, because agents run command lines too.
 */
export async function recordTurns(context: CommandContext): Promise<ExitCode> {
  const { args, io, options, output } = context;
  const { path: vault } = await resolveVault(context);
  const [given] = args;
  const isThere = isPersonThere(io);
  if (given === 'always' && !isThere)
    throw usageError(
      'only a person can allow turns to be recorded',
      'Run this in a terminal; it asks you to confirm.',
    );
  if (given === 'never' || (isThere && !output.json)) {
    const isYes =
      given !== 'never' &&
      (await askPerson(
        'Record your conversations with coding agents as notes in your vault, without credentials, and remember what you state?',
        io,
      ));
    await keepRecordAnswer(isYes ? 'always' : 'never', io.env);
  }
  const { config } = await loadConfig({ vault, env: io.env, flags: readFlags(options) });
  const { record, retentionDays } = config.memory;
  output.payload({ record, retention_days: retentionDays });
  output.line(SAID[record]);
  if (record === 'always' && retentionDays === 0)
    output.note(
      'They are kept until you delete them; memory.retention_days in config.toml sets a number of days.',
    );
  return EXIT.done;
}

const SAID = {
  ask: 'Nothing is recorded until you say so: run `memora memory record` in a terminal.',
  always: 'Turns are recorded in episodic/conversations/.',
  never: 'Nothing is recorded.',
} as const;
