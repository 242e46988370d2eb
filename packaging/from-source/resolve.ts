/**
 * Lets sources of `packages/` find what they import among the dependencies of this folder, so that a clone runs the command with these alone:
 * `node --conditions=memora-source --import ./packaging/from-source/resolve.ts packaging/from-source/run.ts`.
 */
import { enableCompileCache, type ResolveFnOutput, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { readBundles } from './bundled-packages.ts';

// A command loads a thousand files. From the second time on, their types are stripped and their code is compiled already.
enableCompileCache(fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url)));

const packages = new Map<string, ResolveFnOutput>();
for (const [name, url] of readBundles()) packages.set(name, { url, format: 'module', shortCircuit: true });

registerHooks({
  resolve: (specifier, context, next) => {
    const { parentURL = '' } = context;
    if (/[\\/]node_modules[\\/]/.test(parentURL)) return next(specifier, context);
    // A source names another by its whole path, so nothing needs to be looked up on the disk.
    if (/^\.\.?\/.*\.ts$/.test(specifier))
      return { url: new URL(specifier, parentURL).href, format: 'module-typescript', shortCircuit: true };
    if (!/^(?:@[\w-]+\/)?[\w-]/.test(specifier) || /^\w+:/.test(specifier)) return next(specifier, context);
    const known = packages.get(specifier);
    if (known !== undefined) return known;
    const found = next(specifier, { ...context, parentURL: import.meta.url });
    packages.set(specifier, { ...found, shortCircuit: true });
    return found;
  },
});
