import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generate } from 'selfsigned';

/** A certificate for a host name and this machine, with its key, in files. */
export interface TestCertificate {
  readonly cert: string;
  readonly key: string;
  /** The certificate itself, which clients can trust. */
  readonly pem: string;
}

export async function makeCertificate(folder: string, host: string): Promise<TestCertificate> {
  const made = await generate([{ name: 'commonName', value: host }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 2, value: host },
          { type: 7, ip: '127.0.0.1' },
        ],
      },
    ],
  });
  const [cert, key] = [join(folder, 'server.pem'), join(folder, 'server.key')];
  await writeFile(cert, made.cert);
  await writeFile(key, made.private, { mode: 0o600 });
  return { cert, key, pem: made.cert };
}
