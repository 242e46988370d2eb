import { fstatSync, writeSync } from 'node:fs';
import type { OutputStream } from '../cli-io.ts';

const WAIT_MS = 5;

/**
 * stdout (1) or stderr (2). Node's own stream for a terminal; for a program or a file, Memora's own writer,
 * because loading Node's streams and sockets takes as long as answering a question. It writes synchronously,
 * and ends the process if the reader has left, because `memora query … | head -1` is not an error.
 */
export function openOutputStream(fd: 1 | 2): OutputStream {
  if (isForProgram(fd)) {
    return {
      write: (text: string | Uint8Array) => {
        writeWhole(fd, typeof text === 'string' ? Buffer.from(text) : text);
        return true;
      },
    };
  }
  const stream = fd === 1 ? process.stdout : process.stderr;
  stream.on('error', (error: NodeJS.ErrnoException) => {
    // A closed terminal cannot show an error. A command that is terminated finishes its writes first.
    if (error.code === 'EIO') return;
    if (hasReaderLeft(error.code)) process.exit();
    throw error;
  });
  return stream;
}

/** A pipe, a socket or a file; a terminal is a character device. */
function isForProgram(fd: number): boolean {
  try {
    return process.platform !== 'win32' && !fstatSync(fd).isCharacterDevice();
  } catch {
    return false;
  }
}

function writeWhole(fd: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) {
    try {
      at += writeSync(fd, bytes, at);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (hasReaderLeft(code)) process.exit();
      if (code !== 'EAGAIN') throw error;
      // Another process has made the pipe non-blocking, and it is full.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
    }
  }
}

/** A pipe reports EPIPE; a socket, which a parent process in Node reads, may report a reset. */
function hasReaderLeft(code: string | undefined): boolean {
  return code === 'EPIPE' || code === 'ECONNRESET';
}
