import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClaimStore } from '../store/claim-store.ts';
import type { VaultSurvey } from './survey-vault.ts';

/**
 * Leaves alone the notes that cost too much to read the last time and have not changed since: they stay failures, and do not cost as
 * much again in every run. The time of the last change of the file's record (`ctime`) tells, which nobody sets back by hand.
 */
export async function keepCostly(
  survey: VaultSurvey,
  root: string,
  store: Pick<ClaimStore, 'failures'>,
): Promise<VaultSurvey> {
  const kept: VaultSurvey['failures'][number][] = [];
  const suspects = new Set(survey.suspects.map(({ path }) => path));
  for (const { notePath, code, reason, at } of await store.failures()) {
    if (code !== 'NOTE_TOO_COSTLY' || !suspects.has(notePath)) continue;
    const stats = await lstat(join(root, notePath)).catch(() => null);
    if (stats !== null && stats.ctimeMs < Date.parse(at)) kept.push({ path: notePath, code, reason });
  }
  if (kept.length === 0) return survey;
  const paths = new Set(kept.map(({ path }) => path));
  return {
    ...survey,
    suspects: survey.suspects.filter(({ path }) => !paths.has(path)),
    failures: [...survey.failures, ...kept],
  };
}
