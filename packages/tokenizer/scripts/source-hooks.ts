/**
 * Lets Node run this repository's sources as they are: an import of `./x.js` finds `./x.ts`.
 * Use: node --conditions=@everlong/source --import ./scripts/source-hooks.ts FILE
 */
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, nextResolve) {
    const isSource = specifier.startsWith('.') && specifier.endsWith('.js');
    if (!isSource || context.parentURL?.endsWith('.ts') !== true) {
      return nextResolve(specifier, context);
    }
    return nextResolve(specifier.replace(/\.js$/, '.ts'), context);
  },
});
