import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findMutants, type Mutant } from './find-mutants.ts';

/** A fault, identified by the text of its line, so that it is found again when lines before it move. */
export interface ListedMutant {
  readonly area: string;
  readonly file: string;
  /** The line that it begins on, trimmed. */
  readonly text: string;
  readonly original: string;
  readonly replacement: string;
  /** Its index, from 0, among faults with the same words and the same line. */
  readonly nth: number;
  /** Why no test can notice it. Such a fault is not tried. */
  readonly equivalent?: string;
  /** A test file of the short check that fails because of it. */
  readonly noticedBy?: string;
  /** A test file of the whole check that fails because of it, if none of the short check does. */
  readonly noticedByWhole?: string;
  /** How a fault that no test notices would affect users. */
  readonly unnoticed?: string;
}

/** The check that notices a fault, according to the list; `alike` for a fault that changes nothing. */
export type Noticed = 'short' | 'whole' | 'nobody' | 'alike';

export function noticedOf({ equivalent, noticedBy, noticedByWhole }: ListedMutant): Noticed {
  if (equivalent !== undefined) return 'alike';
  if (noticedBy !== undefined) return 'short';
  return noticedByWhole === undefined ? 'nobody' : 'whole';
}

export const LIST = fileURLToPath(new URL('./sixty.json', import.meta.url));

export function readMutants(): ListedMutant[] {
  return JSON.parse(readFileSync(LIST, 'utf8')) as ListedMutant[];
}

export function listMutant(area: string, mutant: Mutant, root: string): ListedMutant {
  const source = readFileSync(join(root, mutant.file), 'utf8');
  const { file, original, replacement } = mutant;
  const text = lineOf(source, mutant.line);
  const nth = alike({ file, text, original, replacement }, source).findIndex(
    ({ start }) => start === mutant.start,
  );
  return { area, file, text, original, replacement, nth };
}

/** Where a listed fault is now; undefined if its line was rewritten or its file is gone. */
export function placeMutant(listed: ListedMutant, root: string): Mutant | undefined {
  const path = join(root, listed.file);
  return existsSync(path) ? alike(listed, readFileSync(path, 'utf8'))[listed.nth] : undefined;
}

function alike(
  { file, text, original, replacement }: Omit<ListedMutant, 'area' | 'nth'>,
  source: string,
): Mutant[] {
  return findMutants(file, source).filter(
    (each) =>
      each.original === original && each.replacement === replacement && lineOf(source, each.line) === text,
  );
}

function lineOf(source: string, line: number): string {
  return (source.split('\n')[line - 1] ?? '').trim();
}
