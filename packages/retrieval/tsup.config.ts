import { defineConfig } from 'tsup';
import { packageBuild } from '../../tsup.base.ts';

export default defineConfig(
  packageBuild({
    index: 'src/index.ts',
    'ai-sdk': 'src/ai-sdk.ts',
    huggingface: 'src/huggingface.ts',
    internal: 'src/internal.ts',
    'read-lexical-documents': 'src/lexical/tables/read-documents.ts',
    'read-vector-documents': 'src/vector/read-documents.ts',
  }),
);
