import { join } from 'node:path';
import { runBin } from '../packages/cli/src/run-bin.ts';

// The bundler of a report's page looks here, too.
process.env['NODE_PATH'] = join(import.meta.dirname, 'node_modules');
await runBin();
