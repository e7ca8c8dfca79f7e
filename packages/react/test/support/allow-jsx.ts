import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

import { transformSync } from 'esbuild';

/** Lets Node import this package's components, whose imports end in `.js`; it takes no JSX. */
export function allowJsx(): void {
  registerHooks({
    resolve(specifier, context, next) {
      if (!specifier.startsWith('.')) return next(specifier, context);
      const url = new URL(specifier.replace(/\.js$/, '.tsx'), context.parentURL);
      return next(url.pathname.endsWith('.tsx') && existsSync(url) ? url.href : specifier, context);
    },
    load(url, context, next) {
      if (!url.endsWith('.tsx')) return next(url, context);
      const text = readFileSync(new URL(url), 'utf8');
      const { code } = transformSync(text, { loader: 'tsx', jsx: 'automatic' });
      return { format: 'module', source: code, shortCircuit: true };
    },
  });
}
