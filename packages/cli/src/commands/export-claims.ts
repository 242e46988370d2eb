import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { toClaimJson } from '@memora/engine/json';
import { readFlag } from '../input/read-option.ts';
import { openCliMemory } from '../open-cli-memory.ts';
import { toJsonLines } from '../output/create-output.ts';
import type { CommandContext } from '../program/command-spec.ts';
import { EXIT, type ExitCode } from '../program/exit-code.ts';

const PAGE = 1_000;

/** Every claim as one line of JSON. `--public` makes it something to share: public claims with text, private ones as hashes. */
export async function exportClaims(context: CommandContext): Promise<ExitCode> {
  const { options, io } = context;
  const shared = readFlag(options, 'public');
  const reveal = !shared && readFlag(options, 'reveal');
  await using memory = await openCliMemory(context);
  let after: string | undefined;
  do {
    io.signal.throwIfAborted();
    const page = await memory.claims.listClaims({ limit: PAGE, ...(after === undefined ? {} : { after }) });
    const texts = await memory.readSpans(page.claims, { reveal });
    let lines = '';
    for (const [i, claim] of page.claims.entries()) {
      if (shared && claim.band === 'secret') continue;
      const json = { ...toClaimJson(claim, { reveal }), source_text: texts[i] ?? null };
      const { claim_id, band, span, fingerprint } = json;
      lines += toJsonLines(shared && claim.band === 'private' ? { claim_id, band, span, fingerprint } : json);
    }
    if (!io.stdout.write(lines)) await once(io.stdout as Writable, 'drain');
    after = page.next ?? undefined;
  } while (after !== undefined);
  return EXIT.done;
}
