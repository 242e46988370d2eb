import { defineConfig } from 'tsup';
import { packageBuild } from '../../tsup.base.ts';

export default defineConfig(
  packageBuild(
    {
      index: 'src/index.ts',
      internal: 'src/internal.ts',
      queries: 'src/queries.ts',
      sqlite: 'src/sqlite.ts',
      llm: 'src/llm.ts',
      drivers: 'src/drivers.ts',
      encrypted: 'src/encrypted.ts',
      testing: 'src/testing.ts',
      'read-notes-worker': 'src/run/threads/read-notes-worker.ts',
    },
    { platform: 'node' },
  ),
);
