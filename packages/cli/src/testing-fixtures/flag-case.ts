import { expect } from 'vitest';
import type { TestVault } from './setup-vault.ts';

/** The effect of a flag, by behaviour, on {@link FLAG_NOTES}, indexed. */
export type FlagCase = (vault: TestVault) => Promise<void>;

/** Cases by `command --flag`. */
export type FlagCases = Readonly<Record<string, FlagCase>>;

export const FLAG_NOTES = {
  'plant/pump.md':
    '---\ndate: 2025-05-01\n---\n# Pump\n\nThe pump runs at 40 bar.\n\nbuoy interval:: 60 seconds\n\n' +
    '<!--privacy:secret-->The safe opens with 471108.<!--/privacy-->\n',
  'plant/pump-2026.md':
    '---\ndate: 2026-05-01\n---\n# Pump\n\nbuoy interval:: 30 seconds\n\nShould we buy a second pump?\n',
  'people/ida.md': '---\nprivacy: public\n---\n# Ida\n\nIda leads the project.\n',
};

/** A claim in the output of `claims list`. */
interface ListedClaim {
  readonly claim_id: string;
  readonly note: string;
  readonly source_text: string;
  readonly status: string;
}

export const listClaims = async (vault: TestVault, ...more: string[]) =>
  (await vault.json<{ claims: ListedClaim[]; next: string | null }>(['claims', 'list', ...more])).claims;

/** The id of the claim whose source contains `words`. */
export async function idOf(vault: TestVault, words: string): Promise<string> {
  const found = (await listClaims(vault, '--reveal')).find((claim) => claim.source_text?.includes(words));
  if (found === undefined) throw new Error(`no claim says ${words}`);
  return found.claim_id;
}

/** Runs it and expects exit code 0, or the given one. */
export async function done(vault: TestVault, argv: readonly string[], code = 0) {
  const finished = await vault.run(argv);
  expect(finished.stderr).not.toContain('memora:');
  expect(finished.code).toBe(code);
  return finished;
}
