import { readFile, writeFile } from 'node:fs/promises';
import { WRAPPER } from '../../packages/privacy/src/files/load-chunks.ts';

/** Turns a file that was bundled as CommonJS into the form that `loadChunks` loads: one function in pure ASCII. */
export async function writeChunk(file: URL, fileName: string): Promise<void> {
  const code = toAscii(await readFile(file, 'utf8'), fileName);
  await writeFile(file, `${WRAPPER[0]}${code}${WRAPPER[1]}`);
}

/**
 * The code with every non-ASCII character as an escape with the same meaning in texts, patterns and names: pure ASCII is read without being decoded, and takes
 * half the memory. Throws if an escape would change the meaning.
 */
function toAscii(code: string, fileName: string): string {
  if (/(?<!\\)(?:\\\\)*\\[^\x00-\x7f]|String\.raw`[^`]*[^\x00-\x7f`]/.test(code))
    throw new Error(`${fileName} holds a character that cannot be escaped`);
  return code.replace(/[^\x00-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
