/**
 * Runs every step with every hostile vault, each in a separate process under a recorder: `node e2e/enemies/run-all.ts [PART/PARTS] [only vaults
 * whose name contains WORD] [number of vaults at once]`, after a build. Prints each breach and, at the end, counts; exits with 1 on any breach.
 */
import { builtProduct } from './built-product.ts';
import { driveSite } from './drive-site.ts';
import { HOSTILE_VAULTS } from './hostile-vaults.ts';
import { openSite } from './open-site.ts';
import { chooseRecorder } from './record-process.ts';
import { INDEX, STEPS } from './steps.ts';

const product = builtProduct();
const recorder = chooseRecorder();
const [part = '1/1', word = '', atOnce = '1'] = process.argv.slice(2);
const [at = 1, parts = 1] = part.split('/').map(Number);
const vaults = HOSTILE_VAULTS.filter(({ name }, i) => i % parts === at - 1 && name.includes(word));
const steps = [INDEX, ...STEPS];
process.stdout.write(`recorder: ${recorder}; ${vaults.length} vaults, ${steps.length} processes each\n`);
let breached = 0;
const waiting = vaults.values();
await Promise.all(Array.from({ length: Number(atOnce) }, driveNext));
process.stdout.write(
  `${vaults.length - breached} of ${vaults.length} vaults held, ${vaults.length * steps.length} processes\n`,
);
process.exitCode = breached === 0 ? 0 : 1;

/** Takes waiting vaults until none is left. */
async function driveNext(): Promise<void> {
  for (const vault of waiting) {
    await using site = await openSite(vault);
    const breaches = await driveSite(site, steps, product, recorder, vault);
    if (breaches.length > 0) breached++;
    process.stdout.write(`${breaches.length === 0 ? 'held    ' : 'BREACHED'}  ${vault.name}\n`);
    for (const { step, what } of breaches) process.stdout.write(`            ${step}: ${what}\n`);
  }
}
