import { defineConfig } from 'tsup';
import { packageBuild, withoutForeignMaps } from '../../tsup.base.ts';

export default defineConfig(
  packageBuild(
    {
      index: 'src/index.ts',
      internal: 'src/internal.ts',
      'ai-sdk': 'src/ai-sdk.ts',
      files: 'src/files.ts',
      installation: 'src/installation.ts',
      keyring: 'src/keyring.ts',
    },
    { esbuildPlugins: [withoutForeignMaps()] },
  ),
);
