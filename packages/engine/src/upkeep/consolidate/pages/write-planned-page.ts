import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredPage } from '@memora/claims';
import { MemoraError } from '@memora/core';
import type { Vault } from '@memora/vault';
import type { StoreHandle } from '../../../store/store-handle.ts';
import type { PlannedPage } from '../build-region.ts';
import type { PageState } from '../consolidation-state.ts';
import type { QuotePorts } from '../verify-quotes.ts';
import { isOnlyGenerated } from './merge-blocks.ts';
import { readDerivedPage } from './read-derived-page.ts';
import { renderPage, verifyPage } from './render-page.ts';

/** The dependencies of writing pages. */
export interface PagePorts extends QuotePorts {
  readonly vault: Vault;
  readonly store: StoreHandle;
  /** Waits for its turn among the writers of this memory. */
  readonly write: <T>(task: () => Promise<T>) => Promise<T>;
  readonly dryRun: boolean;
  /** The pages whose sentences are in the store, by path. */
  readonly known: ReadonlyMap<string, StoredPage>;
}

/** The result for one page. */
interface PageOutcome {
  /** True if its bytes have changed. */
  readonly changed: boolean;
  readonly sentences: number;
  readonly dropped: number;
  /** Null if it could not be written; `code` gives the reason. */
  readonly state: PageState | null;
  readonly code: string | null;
}

/**
 * Verifies and renders a page, writes it if its bytes change, and creates derived claims from its sentences.
 */
export async function writePlannedPage(page: PlannedPage, ports: PagePorts): Promise<PageOutcome> {
  const verified = await verifyPage(page, ports);
  const counts = { sentences: verified.sentences, dropped: verified.dropped };
  try {
    const before = await ports.readNote(page.path);
    const after = renderPage(page, verified, before);
    const changed = before === null || Buffer.compare(before, after) !== 0;
    if (ports.dryRun) return { changed, ...counts, state: null, code: null };
    // A page with only generated text can be made again at any time.
    const flush = !isOnlyGenerated(after);
    if (changed) await ports.vault.replaceNote(page.path, before, after, { flush, newMode: 0o600 });
    const { size, mtimeMs } = await lstat(join(ports.vault.root, page.path));
    const known = ports.known.get(page.path);
    if (changed || known?.size !== size || known.mtimeMs !== mtimeMs) {
      const derived = readDerivedPage({
        path: page.path,
        title: page.heading,
        region: page.region,
        bytes: after,
        mtimeMs,
      });
      await ports.write(async () => (await ports.store.write()).writePage(derived));
    }
    return { changed, ...counts, state: { size, mtimeMs }, code: null };
  } catch (error) {
    // The page is being edited or can't be written. The other pages continue.
    if (!MemoraError.isInstance(error) || !PAGE_FAULTS.has(error.code)) throw error;
    return { changed: false, ...counts, state: null, code: error.code };
  }
}

const PAGE_FAULTS = new Set([
  'NOTE_CHANGED',
  'NOTE_EXISTS',
  'NOTE_NOT_FOUND',
  'NOTE_UNWRITABLE',
  'NOTE_NOT_A_FILE',
  'NOTE_TOO_LARGE',
  'PATH_OUTSIDE_VAULT',
  'PATH_RESERVED',
]);
