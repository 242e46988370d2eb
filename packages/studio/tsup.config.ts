import { defineConfig } from 'tsup';
import { inlinePageCode, packageBuild } from '../../tsup.base.ts';

export default defineConfig(packageBuild({ index: 'src/index.ts' }, { esbuildPlugins: [inlinePageCode()] }));
