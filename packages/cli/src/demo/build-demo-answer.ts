import { readFile } from 'node:fs/promises';
import type { Claim } from '@memora/claims';
import { MemoraError } from '@memora/core';
import type { Memory } from '@memora/engine';
import { pathOf, placeIn, writeWholeFile } from '@memora/privacy/files';

/** An answer as a careless model might write it. */
interface DemoAnswer {
  readonly text: string;
  /** The claims that it was supposedly written from: all except the one that the model should not have known. */
  readonly allowedIds: readonly string[];
  /** One honest sentence with its citation. */
  readonly stillTrue: string;
}

/** The note whose claim becomes stale during the demo, and the edit. */
const CHANGED = {
  note: 'semantic/suppliers/battery-contract.md',
  from: 'delivers 20 lithium packs',
  to: 'delivers 24 lithium packs',
};

/** Writes an answer with one of each status that a check can have. It cites real claims of the demo vault. */
export async function buildDemoAnswer(memory: Memory): Promise<DemoAnswer> {
  const { claims } = await memory.claims.listClaims({ retired: false });
  const texts = await memory.readSpans(claims);
  const citing = (words: string, accept: (claim: Claim) => boolean = () => true) => {
    const found = claims.find((claim, i) => (texts[i] ?? '').includes(words) && accept(claim));
    if (found !== undefined) return found.id;
    throw new MemoraError(`the demo vault contains no claim for ${JSON.stringify(words)}`, {
      code: 'DEMO_INCOMPLETE',
    });
  };
  const interval = citing('30 seconds');
  const changed = citing(CHANGED.from);
  const outside = citing('log every visit');
  const note = placeIn(memory.vault, CHANGED.note);
  await writeWholeFile(note, (await readFile(pathOf(note), 'utf8')).replace(CHANGED.from, CHANGED.to));
  const stillTrue = `The reporting interval is 30 seconds [claim:${interval}].`;
  const lines = [
    stillTrue,
    `The wire format is MessagePack [claim:not-a-claim].`,
    `The pilots asked for a second antenna [claim:0000000000000000].`,
    `Visits are logged by the harbour office [claim:${outside}].`,
    `Nordcell delivers 20 lithium packs every March and every September [claim:${changed}].`,
    `Tomás wrote that he “always works on Fridays” [claim:${citing('Fridays')}].`,
    `The alarm for tide height comes at 1.95 m [claim:${citing('1.65 m')}].`,
    `The field server runs on a rented machine in Hamburg [claim:${citing('rented machine')}].`,
    'Everybody is happy with it.',
  ];
  return {
    text: lines.map((line) => `- ${line}`).join('\n'),
    allowedIds: claims.map((claim) => claim.id).filter((id) => id !== outside),
    stillTrue,
  };
}
