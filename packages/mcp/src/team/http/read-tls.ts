import { readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { MemoraError } from '@memora/core';

/** A certificate with its key, in PEM. */
export interface TlsFiles {
  readonly cert: string;
  readonly key: string;
}

/** Reads a certificate and its key, and holds one against the other before anything listens. Throws `USAGE`. */
export async function readTls(files: TlsFiles | undefined) {
  if (files === undefined) return null;
  const [cert, key] = await Promise.all([readFile(files.cert), readFile(files.key)]).catch(() => {
    throw usage('the files of the certificate cannot be read');
  });
  try {
    // One that never listens: making it is what holds the two against each other.
    createServer({ cert, key });
  } catch {
    throw usage('the files hold no certificate with its key');
  }
  return { cert, key };
}

function usage(message: string): MemoraError<'USAGE'> {
  const hint = 'Name two files in PEM: --tls-cert and --tls-key.';
  return new MemoraError(message, { code: 'USAGE', hint });
}
