import { defineConfig } from 'tsup';
import { packageBuild } from '../../tsup.base.ts';

export default defineConfig(
  packageBuild({ index: 'src/index.ts', assertion: 'src/assertion.ts' }, { platform: 'neutral' }),
);
