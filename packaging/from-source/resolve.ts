/**
 * Lets sources of `packages/` find what they import among the dependencies of this folder, so that a clone runs the command with these alone:
 * `node --conditions=memora-source --import ./packaging/from-source/resolve.ts packaging/from-source/run.ts`.
 */
import { registerHooks } from 'node:module';

registerHooks({
  resolve: (specifier, context, next) => {
    const isOfSource = !/[\\/]node_modules[\\/]/.test(context.parentURL ?? '');
    const isPackage = /^(?:@[\w-]+\/)?[\w-]/.test(specifier) && !/^\w+:/.test(specifier);
    return next(specifier, isOfSource && isPackage ? { ...context, parentURL: import.meta.url } : context);
  },
});
