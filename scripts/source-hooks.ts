/**
 * Lets Node run this repository's sources as they are: an import of `./x.js` finds `./x.ts`.
 * Use: node --conditions=@everlong/source --import ./scripts/source-hooks.ts FILE
 */
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    // Vitest adds a query to the address of a test.
    const parent = context.parentURL?.split('?', 1)[0] ?? '';
    const isSource = specifier.startsWith('.') && /\.tsx?$/.test(parent);
    if (!isSource) return next(specifier, context);
    // Sources name each other in full: Node need not look for them on disk.
    const { href } = new URL(specifier.replace(/\.js$/, '.ts'), parent);
    return { url: href, shortCircuit: true };
  },
});
