import { defineConfig } from 'tsup';
import { packageBuild } from '../../tsup.base.ts';

export default defineConfig(
  packageBuild({
    index: 'src/index.ts',
    anchors: 'src/anchors.ts',
    originals: 'src/originals.ts',
    'read-documents-worker': 'src/thread/read-documents-worker.ts',
  }),
);
