import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { serve } from './support/serve.js';
import { temporaryFolder } from './support/temporary-folder.js';

const readme = new URL('../../../packages/server/README.md', import.meta.url);

it('the curl commands of the server’s README store, search and compact a session', async () => {
  const cwd = temporaryFolder();
  const { url, adminKey = '', call } = await serve(cwd);
  const blocks = [...readFileSync(readme, 'utf8').matchAll(/^```bash\n(.*?)^```/gms)];
  const outputs: string[] = [];
  for (const [, script = ''] of blocks) {
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
      env: { PATH: process.env['PATH'], URL: url, KEY: adminKey },
    });
    expect(stdout).not.toContain('urn:everlong:problem');
    outputs.push(stdout);
  }
  const [stored = '', prepared = '', compacted = ''] = outputs;
  expect(stored).toContain('"next_seq":2');
  expect(prepared).toContain('How do we deploy?');
  expect(prepared).toContain('"inputBudget"');
  expect(compacted).toContain('"seq":0');
  expect(compacted).toContain('"object":"job"');
  const { data } = (await (await call('GET /v1/sessions/first/compactions')).json()) as {
    data: { summary: string }[];
  };
  expect(data[0]?.summary).toContain('8471');
});
