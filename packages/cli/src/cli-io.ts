import type { Readable, Writable } from 'node:stream';

/** The destination of output. A terminal, which has more members, is a whole `Writable`. */
export type OutputStream = Pick<Writable, 'write'> & {
  readonly isTTY?: boolean;
  readonly columns?: number;
  readonly rows?: number;
};

/** A command's access to the outside world, except the vault. */
export interface CliIo {
  readonly stdin: Readable & { readonly isTTY?: boolean };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The words that a person types to run this command; `memora` by default. */
  readonly command?: string;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}
