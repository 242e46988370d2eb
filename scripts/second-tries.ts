import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestModule } from 'vitest/node';
import { laneOf, type TestLane, TRIED_AGAIN } from './test-lanes.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const LIST = fileURLToPath(new URL('./second-tries.json', import.meta.url));

/** After this many landings, a test that needs its second try counts as a failure. The race in the product or in the test must be fixed. */
const MOST_LANDINGS = 10;

/** A test that failed and then passed. */
export interface SecondTry {
  readonly test: string;
  readonly lane: TestLane;
}

/**
 * Decides which second tries fail the run, which are listed, and what is printed about each. `landingsSince`
 * returns the number of landings after a commit.
 */
export function judgeSecondTries(
  tries: readonly SecondTry[],
  listed: Readonly<Record<string, string>>,
  landingsSince: (commit: string) => number,
): { readonly lines: readonly string[]; readonly failed: number; readonly unlisted: readonly string[] } {
  const lines: string[] = [];
  const unlisted: string[] = [];
  let failed = 0;
  for (const { test, lane } of tries) {
    const since = listed[test];
    if (!TRIED_AGAIN.includes(lane)) {
      failed++;
      lines.push(`passed on its second try, which the lane ${lane} does not have: ${test}`);
    } else if (since === undefined) {
      unlisted.push(test);
      lines.push(`passed on its second try, repair it: ${test}`);
    } else if (landingsSince(since) > MOST_LANDINGS) {
      failed++;
      lines.push(`needs its second try for more than ${MOST_LANDINGS} landings: ${test}`);
    } else lines.push(`passed on its second try again, repair it: ${test}`);
  }
  return { lines, failed, unlisted };
}

/**
 * Prints the tests that passed only on their second try, and adds new ones to `second-tries.json` with the current commit. A second try that
 * is not allowed fails the run. The reporter takes no arguments, because vitest passes an options object to a reporter named by its file.
 */
// biome-ignore lint/style/noDefaultExport: vitest loads a reporter by its default export.
export default class SecondTries implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tries = modules.flatMap((module) =>
      [...module.children.allTests('passed')]
        .filter((test) => test.diagnostic()?.flaky === true)
        .map((test) => ({
          test: `${module.relativeModuleId} > ${test.fullName}`,
          lane: laneOf(ROOT, module.relativeModuleId),
        })),
    );
    if (tries.length === 0) return;
    const listed = JSON.parse(readFileSync(LIST, 'utf8')) as Record<string, string>;
    const { lines, failed, unlisted } = judgeSecondTries(tries, listed, landingsSince);
    for (const line of lines) console.log(line);
    if (unlisted.length > 0) {
      const now = Object.fromEntries(unlisted.map((test) => [test, git('rev-parse', 'HEAD')]));
      writeFileSync(LIST, `${JSON.stringify({ ...listed, ...now }, null, 2)}\n`);
      console.log('scripts/second-tries.json names them now: commit it');
    }
    if (failed > 0) process.exitCode = 1;
  }
}

function landingsSince(commit: string): number {
  return Number(git('rev-list', '--count', '--first-parent', `${commit}..HEAD`));
}

/** The output of git; empty if git does not know, as in a shallow clone. */
function git(...args: string[]): string {
  try {
    return execFileSync('git', args, {
      cwd: ROOT,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  } catch {
    return '';
  }
}
