import { defineConfig } from 'tsup';
import { packageBuild } from '../../tsup.base.ts';

export default defineConfig(
  packageBuild({
    index: 'src/index.ts',
    config: 'src/config/index.ts',
    json: 'src/json/index.ts',
    'ai-sdk': 'src/ai-sdk/index.ts',
    model: 'src/model-test/index.ts',
    team: 'src/team/index.ts',
    'large-rounds-worker': 'src/team/worker/large-rounds-worker.ts',
  }),
);
