import { ingestError } from '../../ingest-error.ts';
import { openZip, type ZipArchive } from '../../zip/open-zip.ts';

/** The parts of an OpenDocument file that hold text. Throws `DOCUMENT_ENCRYPTED`, and the errors of `openZip`. */
export function openOdf(bytes: Uint8Array, maxUnpackedBytes: number): ZipArchive {
  const archive = openZip(bytes, maxUnpackedBytes, (name) => name.endsWith('.xml'));
  if (archive.text('META-INF/manifest.xml')?.includes('encryption-data') === true)
    throw ingestError('DOCUMENT_ENCRYPTED', 'The document is encrypted.', {
      hint: 'Save it without its password, and ingest that.',
    });
  return archive;
}
