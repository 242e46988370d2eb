import { join } from 'node:path';
import { runBin } from '../../packages/cli/src/run-bin.ts';

// The bundler of a report's page looks here, too.
process.env['NODE_PATH'] = join(import.meta.dirname, 'node_modules');
// What a person types in a clone: the command is on no path.
await runBin('npx -y pnpm@12 --silent memora');
