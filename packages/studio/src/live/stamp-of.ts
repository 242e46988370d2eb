import { stat } from 'node:fs/promises';

/** A text that changes whenever the file is replaced or written. */
export async function stampOf(file: string): Promise<string> {
  try {
    const { ino, size, mtimeMs, ctimeMs } = await stat(file);
    return `${ino}/${size}/${mtimeMs}/${ctimeMs}`;
  } catch {
    return 'none';
  }
}
