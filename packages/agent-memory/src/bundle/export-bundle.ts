import { fingerprint } from '@memora/core';
import { type Memory, readNoteBands } from '@memora/engine';
import { placeIn, readPlainFile } from '@memora/privacy/files';
import { listBelow } from '../rollback/undo-batch.ts';
import { BUNDLE_VERSION, BUNDLED, type BundleFile, isBundled } from './bundle-line.ts';
import { createListHash } from './list-hash.ts';

interface ExportPorts {
  readonly memory: Pick<Memory, 'settings'>;
  readonly vaultRoot: string;
  readonly now: () => Date;
}

const encoder = new TextEncoder();
/** A ledger entry for an imported bundle does not belong to the memory. */
const RESTORED = /^- \S+ imp_[0-9a-z]{12} import : bundle\r?\n/gmu;

/**
 * Exports the whole memory of an agent: one line of JSON per file, each with its hash, and a last line with the totals. Holds one file in memory at a time.
 * Files that hold secret text are left out and counted, unless `reveal` is set.
 */
export async function* exportBundle(
  { reveal = false }: { readonly reveal?: boolean },
  { memory, vaultRoot, now }: ExportPorts,
): AsyncGenerator<Uint8Array> {
  yield lineOf({ format: 'memora-bundle', version: BUNDLE_VERSION, created: now().toISOString() });
  const list = createListHash();
  let leftOut = 0;
  for (const path of pathsOf(vaultRoot)) {
    const read = readPlainFile(placeIn(vaultRoot, path));
    if (read === null) continue;
    const bytes = path === '_learning.md' ? withoutRestores(read) : read;
    if (!reveal && (await isSecret(bytes, path, memory))) {
      leftOut++;
      continue;
    }
    const blake3 = fingerprint(bytes);
    list.add(path, blake3);
    yield lineOf({ path, blake3, bytes: bytes.length, ...contentOf(bytes) } satisfies BundleFile);
  }
  yield lineOf({ files: list.count(), left_out: leftOut, blake3: list.hash() });
}

function* pathsOf(vaultRoot: string): Generator<string> {
  yield* BUNDLED.files;
  for (const folder of [...BUNDLED.folders, BUNDLED.trash])
    for (const path of listBelow(vaultRoot, folder)) {
      const whole = `${folder}/${path}`;
      if (isBundled(whole)) yield whole;
    }
}

async function isSecret(
  bytes: Uint8Array,
  path: string,
  { settings }: ExportPorts['memory'],
): Promise<boolean> {
  const { defaultNotePrivacy: defaultBand, detector } = settings.config.privacy;
  const { band, regions } = await readNoteBands(bytes, path, { defaultBand, detector, once: true });
  return band === 'secret' || regions.some((region) => region.band === 'secret');
}

function contentOf(bytes: Uint8Array): Pick<BundleFile, 'text' | 'base64'> {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return Buffer.compare(encoder.encode(text), bytes) === 0
    ? { text }
    : { base64: Buffer.from(bytes).toString('base64') };
}

function withoutRestores(bytes: Uint8Array): Uint8Array {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  return encoder.encode(text.replace(RESTORED, ''));
}

function lineOf(value: unknown): Uint8Array {
  return encoder.encode(`${JSON.stringify(value)}\n`);
}
