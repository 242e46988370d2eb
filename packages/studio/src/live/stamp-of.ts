import { stat } from 'node:fs/promises';

/** Another text whenever the file is another or has been written to. */
export async function stampOf(file: string): Promise<string> {
  try {
    const { ino, size, mtimeMs, ctimeMs } = await stat(file);
    return `${ino}/${size}/${mtimeMs}/${ctimeMs}`;
  } catch {
    return 'none';
  }
}
