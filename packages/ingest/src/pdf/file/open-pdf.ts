import { loadParser } from '../../formats/load-parser.ts';
import { ingestError } from '../../ingest-error.ts';

export type Pdf = Awaited<ReturnType<typeof import('unpdf')['getDocumentProxy']>>;

/** Opens a PDF that the caller destroys. Throws `DOCUMENT_ENCRYPTED`, `DOCUMENT_DAMAGED` and `PARSER_MISSING`. */
export async function openPdf(bytes: Uint8Array): Promise<Pdf> {
  const { getDocumentProxy } = await loadParser(['unpdf'], 'PDF files', () => import('unpdf'));
  try {
    // pdf.js takes the bytes for itself.
    return await getDocumentProxy(new Uint8Array(bytes), {
      disableFontFace: true,
      useSystemFonts: false,
      enableXfa: false,
      stopAtErrors: false,
      verbosity: 0,
    });
  } catch (error) {
    const { name } = error as { name?: unknown };
    if (name === 'PasswordException')
      throw ingestError('DOCUMENT_ENCRYPTED', 'The PDF is encrypted.', {
        hint: 'Save it without its password, and ingest that.',
        cause: error,
      });
    throw ingestError('DOCUMENT_DAMAGED', 'The PDF is damaged.', { cause: error });
  }
}
