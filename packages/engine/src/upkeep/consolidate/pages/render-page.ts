import type { PlannedPage } from '../build-region.ts';
import { renderSection } from '../compose/render-section.ts';
import { type QuotePorts, type VerifiedQuotes, verifyQuotes } from '../verify-quotes.ts';
import { mergeBlocks } from './merge-blocks.ts';

/** The sentences of a page that are valid now. */
interface VerifiedPage {
  readonly verified: VerifiedQuotes;
  readonly sentences: number;
  /** Sentences that could not be verified. */
  readonly dropped: number;
}

/** Verifies every sentence of a page. */
export async function verifyPage({ sections }: PlannedPage, ports: QuotePorts): Promise<VerifiedPage> {
  const quotes = sections.flatMap(({ groups }) => groups.flatMap((group) => group.quotes));
  const verified = await verifyQuotes(quotes, ports);
  return { verified, sentences: verified.size, dropped: quotes.length - verified.size };
}

/** The bytes of a page: its blocks, merged into the existing text. */
export function renderPage(
  { heading, sections }: PlannedPage,
  { verified }: VerifiedPage,
  before: Uint8Array | null,
): Uint8Array {
  const blocks = sections.map((section) => renderSection(section, verified));
  return mergeBlocks(before, heading, blocks);
}
