import type { SecretCodec } from '@memora/privacy';
import type { Vault } from '@memora/vault';
import { fingerprintCostly } from '../prepare/fingerprint-span.ts';
import type { FailedNote, IndexRun } from '../store/index-run.ts';
import type { VaultSurvey } from './survey-vault.ts';
import { NOTE_TOO_COSTLY } from './threads/bounded-reader.ts';

/** The dependencies of {@link keepCostly}. */
interface CostlyPorts {
  readonly vault: Vault;
  readonly run: Pick<IndexRun, 'costly'>;
  /** Without it, such notes can't be recognised, and every run tries each of them again. */
  readonly codec: SecretCodec | undefined;
}

/**
 * Skips notes that were too expensive last time and have the same bytes: they stay failures, without the cost in every run. File times are not used: a change
 * within a clock tick of the file system does not show in them.
 */
export async function keepCostly(
  survey: VaultSurvey,
  { vault, run, codec }: CostlyPorts,
): Promise<VaultSurvey> {
  const kept = new Map<string, FailedNote>();
  const suspects = new Set(survey.suspects.map(({ path }) => path));
  for (const [path, { reason, print }] of run.costly()) {
    if (!suspects.has(path)) continue;
    const bytes = await vault.readNote(path).catch(() => null);
    if (bytes === null || fingerprintCostly(bytes, codec)?.equals(print) !== true) continue;
    kept.set(path, { path, code: NOTE_TOO_COSTLY, reason, print });
  }
  if (kept.size === 0) return survey;
  return {
    ...survey,
    suspects: survey.suspects.filter(({ path }) => !kept.has(path)),
    failures: [...survey.failures, ...kept.values()],
  };
}
