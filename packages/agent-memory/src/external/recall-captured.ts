import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { inspectFolder, placeIn } from '@memora/privacy/files';
import { isMemoryPath } from '@memora/vault/internal';
import { EXTERNAL_FOLDER, isBridgedPath } from '../note/memory-place.ts';
import type { RecallPorts } from '../recall/recall-ports.ts';
import { showMemory } from '../recall/show-memory.ts';
import type { ExternalMemory } from './external-source.ts';
import { toExternalLine } from './to-external-line.ts';

/** Recalls captured external memories, most relevant first. If there are none, it costs nothing. */
export async function recallCaptured(
  query: string,
  asked: Parameters<RecallPorts['memory']['query']>[1] & { readonly k: number },
  { memory, root }: RecallPorts,
): Promise<readonly ExternalMemory[]> {
  if (!hasCaptured(memory.vault, root)) return [];
  const { hits } = await memory.query(query, { ...asked, region: `${root}${EXTERNAL_FOLDER}` });
  const claims = hits.filter(
    ({ claim: { notePath, band } }) =>
      isBridgedPath(root, notePath) && isMemoryPath(notePath) && band !== 'secret',
  );
  const best = claims[0]?.score ?? 0;
  const texts = await memory.readSpans(claims.map(({ claim }) => claim));
  const seen = new Set<string>();
  const lines = await Promise.all(
    claims.map(async ({ claim, score }, i): Promise<ExternalMemory | null> => {
      if (seen.has(claim.notePath)) return null;
      seen.add(claim.notePath);
      const shown = await showMemory(claim.notePath, memory);
      if (shown === null || shown.band === 'secret' || shown.note.held !== null) return null;
      const line = toExternalLine(shown.text);
      if (line === '') return null;
      const { id, agent, original = null } = shown.note;
      return {
        source: agent ?? EXTERNAL_FOLDER,
        original,
        line,
        since: claim.validFrom,
        trust: claim.trust,
        score: best > 0 ? score / best : 0,
        captured: {
          memoryId: id,
          claimId: claim.id,
          notePath: claim.notePath,
          span: claim.span,
          verified: texts[i] !== null,
        },
      };
    }),
  );
  return lines.filter((line) => line !== null);
}

function hasCaptured(vaultRoot: string, root: string): boolean {
  // Usually there are none; a single lookup finds that out.
  if (!existsSync(join(vaultRoot, root, EXTERNAL_FOLDER))) return false;
  try {
    return inspectFolder(placeIn(vaultRoot, `${root}${EXTERNAL_FOLDER}`)) !== null;
  } catch {
    return false;
  }
}
