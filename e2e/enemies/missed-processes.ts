import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { builtProduct, serverFromSource } from './built-product.ts';
import { driveSite, type Product } from './drive-site.ts';
import { MCP_STEP } from './mcp-steps.ts';
import { openSite } from './open-site.ts';
import { PROCESS_MUTATIONS, type ProcessMutation } from './process-mutations.ts';
import { chooseRecorder } from './record-process.ts';

const PRELOAD = fileURLToPath(new URL('./take-out.cjs', import.meta.url));

/** Removes guards from whole processes, of the built command line and of the server, and counts those that no test missed. */
export async function missedProcesses(tell: (line: string) => void): Promise<number> {
  let missed = 0;
  for (const mutation of PROCESS_MUTATIONS) {
    for (const program of mutation.onlyCommand === true ? ['memora'] : ['memora', 'memora-mcp']) {
      const steps = program === 'memora' ? mutation.steps : [MCP_STEP];
      // With the guard in place, there is nothing to notice.
      const held = await breachesOf(mutation, steps, null);
      const breaches = await breachesOf(mutation, steps, mutation.cuts);
      const isNoticed = held.length === 0 && breaches.length > 0;
      if (!isNoticed) missed++;
      tell(
        `${isNoticed ? 'noticed' : 'MISSED '}  ${program}: ${mutation.guard}${held.map((each) => `; ${each}`)}`,
      );
    }
  }
  return missed;
}

async function breachesOf(
  { vault, guard }: ProcessMutation,
  steps: ProcessMutation['steps'],
  cuts: ProcessMutation['cuts'] | null,
): Promise<readonly string[]> {
  await using site = await openSite(vault);
  const done = join(site.typed, 'taken-out');
  const built = builtProduct();
  const withPreload = (args: readonly string[]) => (cuts === null ? args : ['--require', PRELOAD, ...args]);
  const product: Product = {
    folders: built.folders,
    memora: withPreload(built.memora),
    mcp: withPreload(serverFromSource()),
    env: cuts === null ? {} : { MEMORA_TAKE_OUT: JSON.stringify(cuts), MEMORA_TAKEN_OUT: done },
  };
  const breaches = await driveSite(site, steps, product, chooseRecorder(), vault);
  const count = existsSync(done) ? new Set(readFileSync(done, 'utf8').trim().split('\n')).size : 0;
  if (cuts !== null && count !== cuts.length)
    throw new Error(`the code of "${guard}" was not found; bring the mutation up to date`);
  return breaches.map(({ step, what }) => `${step}: ${what}`);
}
