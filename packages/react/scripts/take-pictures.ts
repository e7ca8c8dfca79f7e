/**
 * Takes a picture of every part in every state, light and dark, in both directions of text, to look
 * at:
 *
 *     node packages/react/scripts/take-pictures.ts [FOLDER]
 *
 * Without a folder it writes those that the README shows, to `packages/react/pictures`.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { findBrowser, NO_BROWSER } from '@everlong/testing/browser';
import { build } from 'esbuild';
import { type Browser, chromium } from 'playwright';

const HERE = fileURLToPath(new URL('..', import.meta.url));
/** What the README shows: every part and state in both schemes. */
const SHOWN = new Set(
  [
    'indicator-bar',
    'indicator-ring',
    'indicator-text',
    'indicator-details',
    'breakdown',
    'summary',
    'summary-providers',
    'divider',
  ].flatMap((name) => [`${name}-light`, `${name}-dark`]),
);

const [, , folder] = process.argv;
const target = folder ?? join(HERE, 'pictures');
await mkdir(target, { recursive: true });
const launch = await findBrowser();
if (launch === undefined) throw new Error(NO_BROWSER);
const browser = await chromium.launch(launch);
try {
  const page = await bundlePage();
  await Promise.all(
    (['light', 'dark'] as const).map(async (scheme) => {
      for (const dir of folder === undefined ? ['ltr'] : ['ltr', 'rtl']) {
        await takePictures(browser, page, { scheme, dir });
      }
    }),
  );
} finally {
  await browser.close();
}

async function takePictures(
  { newPage }: Pick<Browser, 'newPage'>,
  { script, style }: { script: string; style: string },
  setting: { scheme: 'light' | 'dark'; dir: string },
): Promise<void> {
  const { scheme, dir } = setting;
  const page = await newPage.call(browser, {
    viewport: { width: 460, height: 800 },
    deviceScaleFactor: 1,
    reducedMotion: 'reduce',
    colorScheme: scheme,
  });
  await page.setContent(`<style>body{margin:0}${style}</style><div id="root"></div>`);
  await page.evaluate((given) => Object.assign(globalThis, { setting: given }), setting);
  await page.addScriptTag({ content: script });
  for (const picture of await page.locator('[data-picture]').all()) {
    const name = (await picture.getAttribute('data-picture')) ?? '';
    const file = dir === 'ltr' ? `${name}-${scheme}` : `${name}-${scheme}-${dir}`;
    if (folder === undefined && !SHOWN.has(file)) continue;
    await picture.screenshot({ path: join(target, `${file}.png`) });
  }
  await page.close();
}

/** The gallery of the tests as one script and one style sheet. */
async function bundlePage(): Promise<{ script: string; style: string }> {
  const { outputFiles } = await build({
    entryPoints: [join(HERE, 'test/support/show-gallery.tsx')],
    outdir: 'unused',
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    jsx: 'automatic',
    conditions: ['@everlong/source'],
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
  });
  const text = (ending: string): string =>
    outputFiles.find(({ path }) => path.endsWith(ending))?.text ?? '';
  return { script: text('.js'), style: text('.css') };
}
