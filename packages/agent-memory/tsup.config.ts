import { defineConfig } from 'tsup';
import { packageBuild } from '../../tsup.base.ts';

export default defineConfig(
  packageBuild({
    index: 'src/index.ts',
    internal: 'src/internal.ts',
    'ai-sdk': 'src/ai-sdk/index.ts',
    anthropic: 'src/anthropic/index.ts',
    files: 'src/files/index.ts',
  }),
);
