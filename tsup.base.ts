import type { Options } from 'tsup';

/** The build every package shares: ESM, one file per entry, no declarations (`tsc` emits those). */
export function packageBuild(entry: Record<string, string>, extra: Options = {}): Options {
  return {
    entry,
    format: 'esm',
    target: 'node20',
    platform: 'node',
    splitting: true,
    sourcemap: false,
    clean: false,
    dts: false,
    outDir: 'dist',
    ...extra,
  };
}
