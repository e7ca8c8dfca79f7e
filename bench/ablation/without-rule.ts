/** Takes the rule that EVERLONG_WITHOUT names out of its source as Node loads it. */
import { registerHooks } from 'node:module';

import { rules } from './rules.ts';

const rule = rules.find(({ name }) => name === process.env['EVERLONG_WITHOUT']);

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    if (rule === undefined || !url.endsWith(`/packages/${rule.file}`)) return loaded;
    const { source: bytes = '' } = loaded;
    const source = typeof bytes === 'string' ? bytes : new TextDecoder().decode(bytes);
    if (source.split(rule.from).length !== 2)
      throw new Error(`${rule.file} does not hold once what is to be taken away: ${rule.from}`);
    return { ...loaded, source: source.replace(rule.from, () => rule.to) };
  },
});
