/**
 * Adds every item of the static registry to an empty app with shadcn's own command line, which npx
 * fetches, and compares what it wrote with the sources. What the items depend on is not installed:
 * a stand-in for npm notes what was asked for. The colours of shadcn's site come from here.
 *
 *     node packages/react/scripts/try-shadcn.ts
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const SHADCN = 'shadcn@4.23.0';

const registry = fileURLToPath(new URL('../registry/', import.meta.url));
const app = mkdtempSync(join(tmpdir(), 'everlong-shadcn-'));
const files = {
  'package.json': { name: 'app', private: true },
  'tsconfig.json': { compilerOptions: { baseUrl: '.', paths: { '@/*': ['./src/*'] } } },
  'components.json': {
    $schema: 'https://ui.shadcn.com/schema.json',
    style: 'new-york',
    rsc: false,
    tsx: true,
    tailwind: { config: '', css: 'src/index.css', baseColor: 'neutral', cssVariables: true },
    aliases: { components: '@/components', utils: '@/lib/utils', ui: '@/components/ui' },
  },
};

const noColors = { light: {}, dark: {} };
const colors = {
  inlineColors: noColors,
  cssVars: noColors,
  inlineColorsTemplate: '',
  cssVarsTemplate: '',
};
const site = createServer(({ url = '' }, response) => {
  const isColors = url.startsWith('/colors/');
  response.writeHead(isColors ? 200 : 404, { 'content-type': 'application/json' });
  response.end(JSON.stringify(isColors ? colors : {}));
});
await new Promise<void>((resolve) => void site.listen(0, '127.0.0.1', resolve));

try {
  mkdirSync(join(app, 'src'));
  mkdirSync(join(app, 'bin'));
  for (const [name, value] of Object.entries(files)) {
    writeFileSync(join(app, name), JSON.stringify(value));
  }
  writeFileSync(join(app, 'src/index.css'), '');
  const asked = join(app, 'asked');
  writeFileSync(join(app, 'bin/npm'), `#!/bin/sh\necho "$@" >> '${asked}'\n`, { mode: 0o755 });
  const items = readdirSync(join(registry, 'r')).map((name) => join(registry, 'r', name));
  await promisify(execFile)('npx', ['--yes', SHADCN, 'add', ...items, '--yes'], {
    cwd: app,
    env: {
      ...process.env,
      PATH: `${join(app, 'bin')}${delimiter}${process.env['PATH']}`,
      REGISTRY_URL: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    },
  });
  for (const name of readdirSync(registry).filter((each) => each.endsWith('.tsx'))) {
    const added = readFileSync(join(app, 'src/components', name), 'utf8');
    const source = readFileSync(join(registry, name), 'utf8');
    if (added.trim() !== source.trim()) throw new Error(`${name} was added as:\n${added}`);
    process.stdout.write(`added ${name}\n`);
  }
  const installs = readFileSync(asked, 'utf8');
  if (!installs.includes('@everlong/react')) throw new Error(`npm was asked for: ${installs}`);
} finally {
  site.close();
  rmSync(app, { recursive: true, force: true });
}
