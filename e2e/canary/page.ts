import { readFile } from 'node:fs/promises';
import type { Outputs } from './entry-point.ts';

/** A page that a command wrote, as one of its outputs. */
export const page = async (path: string): Promise<Outputs> => ({
  stdout: await readFile(path, 'utf8'),
  stderr: '',
  code: 0,
});
