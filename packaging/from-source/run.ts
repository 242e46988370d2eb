import { join } from 'node:path';
import { runBin } from '../../packages/cli/src/run-bin.ts';
import { readBundles } from './bundled-packages.ts';

// The bundler of a report's page looks here, too.
process.env['NODE_PATH'] = join(import.meta.dirname, 'node_modules');
// For the commands after this one. A clone that nobody can write to works too.
if (readBundles().size === 0)
  await import('./write-bundles.ts').then(({ writeBundles }) => writeBundles()).catch(() => {});
// What a person types in a clone: the command is on no path.
await runBin('npx -y pnpm@12 --silent memora');
