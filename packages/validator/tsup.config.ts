import { defineConfig } from 'tsup';
import { packageBuild } from '../../tsup.base.ts';

export default defineConfig([
  packageBuild(
    {
      index: 'src/index.ts',
      web: 'src/web.ts',
      align: 'src/align.ts',
      guard: 'src/guard.ts',
      entailment: 'src/entailment.ts',
      html: 'src/html.ts',
      documents: 'src/documents.ts',
      formats: 'src/formats.ts',
      judge: 'src/judge.ts',
      jest: 'src/jest.ts',
      matchers: 'src/matchers.ts',
      receipts: 'src/receipts.ts',
      vitest: 'src/vitest.ts',
    },
    { platform: 'neutral' },
  ),
  // The command: a bundle of its own, because it is the only part that reads files. Its source maps would be a fifth of the package, its indents a tenth.
  packageBuild(
    { bin: 'src/bin.ts' },
    { noExternal: ['tinyglobby'], sourcemap: false, minifyWhitespace: true },
  ),
]);
