import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Pairs of sentences with their similarity, 0–5, as rated by people. */
export function readSimilarPairs(data: string, language: string): (readonly [string, string, number])[] {
  return readFileSync(join(data, `sts/stsb-${language}-dev.csv`), 'utf8')
    .split('\n')
    .flatMap((line) => {
      const match = /^(?:"((?:[^"]|"")*)"|([^,]*)),(?:"((?:[^"]|"")*)"|([^,]*)),([\d.]+)\s*$/.exec(line);
      return match === null
        ? []
        : [[match[1] ?? match[2] ?? '', match[3] ?? match[4] ?? '', Number(match[5])] as const];
    });
}
