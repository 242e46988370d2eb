import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { everyNth } from '@memora/testing-fixtures/every-nth';
import { describe, expect, it } from 'vitest';

const script = fileURLToPath(new URL('../testing-fixtures/count-steps.ts', import.meta.url));

interface Steps {
  readonly few: number;
  readonly many: number;
  readonly grown: number;
}

async function countSteps(kind: string, few: number): Promise<Steps> {
  const args = ['--conditions=memora-source', '--no-warnings', script, kind, String(few)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as Steps;
}

describe('the work of one statement, in steps', () => {
  // Above this number, looking each one up separately would be most of the work; fewer are cheap.
  it.each(
    everyNth<[string, number]>(
      [
        ['names', 1_000],
        ['ids', 1_000],
        // Below this number, the aligner compares all words with all. Above it, its work is bounded.
        ['negations', 2_000],
        ['URLs', 1_000],
        ['tags', 1_000],
        ['quotes', 1_000],
        ['numbers', 1_000],
      ],
      2,
    ),
  )(
    'grows at most as the text does with ten times as many %s',
    { timeout: 300_000 },
    async (kind, number) => {
      const { few, many, grown } = await countSteps(kind, number);
      expect(few).toBeGreaterThan(10_000);
      expect(many).toBeLessThan(grown * few);
    },
  );
});
