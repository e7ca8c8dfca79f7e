import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { expect, it } from 'vitest';

const hooks = new URL('../../../../scripts/source-hooks.ts', import.meta.url).href;
const script = fileURLToPath(new URL('../support/open-many-sessions.ts', import.meta.url));

it('leaves nothing of a closed session to the next full collection', { timeout: 120_000 }, () => {
  const flags = ['--expose-gc', '--no-allocation-site-pretenuring', '--heap-growing-percent=3000'];
  const sources = ['--no-warnings', '--conditions=@everlong/source', '--import', hooks];
  const printed = execFileSync(process.execPath, [...flags, ...sources, script], {
    encoding: 'utf8',
  });
  const { bytes, kept } = JSON.parse(printed) as { bytes: number; kept: number };
  // One getter in an object literal that reaches the session makes it 9,000, four 20,000.
  expect(bytes).toBeLessThan(4000);
  expect(kept).toBe(0);
});
