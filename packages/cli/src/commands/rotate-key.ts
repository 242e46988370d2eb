import { openCliMemory } from '../open-cli-memory.ts';
import { whileBusy } from '../output/terminal/while-busy.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

const SAID = { rekeyed: 'rekeyed', missing: 'missing', failed: 'left under the old key' } as const;

/** Replaces the key of the vault; returns 1 if a backup remains under the old key. */
export async function rotateKey(context: CommandContext): Promise<ExitCode> {
  const { output } = context;
  await using memory = await openCliMemory(context);
  const { replaced, keyId, secrets, backups } = await whileBusy(
    'replacing the key',
    memory.rotateKey(),
    context,
  );
  output.payload({ replaced, key_id: keyId, secrets, backups });
  output.line(`${output.style('green', 'replaced')}  key ${replaced} by ${keyId}`);
  output.line(`${secrets} secret claim${secrets === 1 ? '' : 's'} under the new key.`);
  for (const { path, outcome } of backups) output.line(`${SAID[outcome]}  ${path}`);
  const left = backups.filter(({ outcome }) => outcome === 'failed');
  if (left.length > 0)
    output.warn('Nobody can read a copy that stays under the old key: delete it and run `memora backup`.');
  output.note('Copies of the database or of the key that you moved elsewhere stay as they were.');
  return left.length > 0 ? EXIT.checkFailed : EXIT.done;
}
