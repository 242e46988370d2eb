import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Report, Suite } from './report.ts';

export const suite: Suite = { name: 'install', run };

interface Size {
  readonly name: string;
  readonly packages: number;
  readonly megabytes: number;
  readonly most: number;
  readonly largest: number;
}

/** The size of each package, from its tarball. `check` prints the same for the tarballs it packs. */
function run(report: Report): void {
  report.heading('What an installation takes, without optional peers');
  const script = fileURLToPath(new URL('../scripts/installed-size.ts', import.meta.url));
  const sizes = JSON.parse(execFileSync(process.execPath, [script], { encoding: 'utf8' })) as readonly Size[];
  for (const { name, packages, megabytes, most, largest } of sizes) {
    report.budget(`${name}, packages`, packages, { max: most });
    report.budget(`${name}, size`, megabytes, { max: largest, unit: ' MB' });
  }
}
