import { readFile, rm } from 'node:fs/promises';
import { citeClaims } from './cite-claims.ts';
import type { EntryPoint } from './entry-point.ts';
import { page } from './page.ts';

/** Ways to audit an answer. */
export const VERIFY_ENTRY_POINTS: readonly EntryPoint[] = [
  {
    name: 'verify',
    covers: ['verify'],
    run: ({ memora, claimIds }) => memora(['verify'], { stdin: citeClaims(claimIds) }),
  },
  ...(['json', 'sarif', 'junit'] as const).map(
    (format): EntryPoint => ({
      name: `verify --format ${format}`,
      covers: ['verify'],
      run: ({ memora, claimIds }) => memora(['verify', '--format', format], { stdin: citeClaims(claimIds) }),
    }),
  ),
  {
    // The text of the claims, secret ones included. All of it is in the notes, and the judge receives each statement.
    name: 'verify --entailment',
    covers: ['verify'],
    reveals: true,
    run: async ({ memora }) => {
      const listed = await memora(['claims', 'list', '--json', '--reveal']);
      const { claims } = JSON.parse(listed.stdout) as { claims: { claim_id: string; source_text: string }[] };
      const answer = claims.map((claim) => `${claim.source_text} [claim:${claim.claim_id}]`).join('\n\n');
      return memora(['verify', '--entailment', '--fail-unsupported', '--json'], { stdin: answer });
    },
  },
  {
    name: 'verify --entailment, of what nobody said',
    covers: ['verify'],
    run: ({ memora, claimIds }) =>
      memora(['verify', '--fail-unsupported', '--json'], { stdin: citeClaims(claimIds) }),
  },
  {
    // Receipts of an answer that cites secret and other claims, and of notes that changed later.
    name: 'receipt check',
    covers: ['receipt check'],
    run: async ({ memora, vault }) => {
      const file = `${vault}/../receipt.json`;
      const listed = await memora(['claims', 'list', '--json', '--reveal']);
      const { claims } = JSON.parse(listed.stdout) as { claims: { claim_id: string; source_text: string }[] };
      const answer = claims.map((claim) => `${claim.source_text} [claim:${claim.claim_id}]`).join('\n\n');
      await rm(file, { force: true });
      await memora(['verify', '--receipt', file, '--quiet'], { stdin: answer });
      const text = await readFile(file, 'utf8');
      const altered = text.replaceAll(/"(digest|fingerprint)": "\w{8}/g, '"$1": "00000000');
      return [
        { stdout: text, stderr: '', code: 0 },
        await memora(['receipt', 'check', file]),
        await memora(['receipt', 'check', '-', '--json'], { stdin: altered }),
      ];
    },
  },
  {
    name: 'verify --html',
    covers: ['verify'],
    run: async ({ memora, vault, claimIds }) => {
      const file = `${vault}/../proof.html`;
      const answer = citeClaims(claimIds);
      return [
        await memora(['verify', '--html', file, '--reveal', '--quiet', '--json'], { stdin: answer }),
        await page(file),
      ].slice(1);
    },
  },
];
