import { readFile } from 'node:fs/promises';
import { ServerError } from '../../protocol/server-error.ts';

/** A certificate with its key, in PEM. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/** Reads a certificate and its key. Throws `USAGE`. */
export async function readTls(files: TlsFiles | undefined) {
  if (files === undefined) return null;
  try {
    const [cert, key] = await Promise.all([readFile(files.cert), readFile(files.key)]);
    return { cert, key };
  } catch {
    throw badTls('the files of the certificate cannot be read');
  }
}

export function badTls(message: string): ServerError<'USAGE'> {
  const hint = 'Name two files in PEM: --tls-cert and --tls-key.';
  return new ServerError(message, { code: 'USAGE', hint });
}
