import { defineConfig } from 'tsup';
import { packageBuild } from '../../tsup.base.ts';

export default defineConfig([
  packageBuild({ index: 'src/index.ts' }, { platform: 'neutral' }),
  // A separate bundle: a chunk shared with the main entry would be downloaded with it wherever the table is used.
  packageBuild({ 'offset-table': 'src/offset-table.ts' }, { platform: 'neutral' }),
  packageBuild({ internal: 'src/internal.ts' }, { platform: 'neutral' }),
]);
