import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { propertyRuns } from '@everlong/testing';
import { findBrowser } from '@everlong/testing/browser';
import { serve, type ServerType } from '@hono/node-server';
import { type Browser, chromium, type Page } from 'playwright';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { app } from './server/app.ts';

const launch = await findBrowser();

let folder: string;
let server: ServerType;
let browser: Browser;
let page: Page;
const problems: string[] = [];

interface ChatOptions {
  /** Packages of another version, for the page. */
  alias?: Record<string, string>;
  /** How many compactions the chat goes past. Default: 2 in the gate, 3 in the full run. */
  compactions?: number;
}

/** The chat in a browser. */
export function describeChat(version: string, options: ChatOptions = {}): void {
  const { alias = {}, compactions = Math.min(3, propertyRuns(10)) } = options;
  describe.skipIf(launch === undefined)(`the chat with ${version}, in a browser`, () => {
    beforeAll(() => openPage(alias));
    afterAll(async () => {
      await browser.close();
      server.close();
      await rm(folder, { recursive: true, force: true });
    });

    it(`goes past ${compactions} compactions, each of which makes the gauge fall, and survives a reload`, async () => {
      expect(await gauge().getAttribute('aria-label')).toBe('Context: unknown');
      const shown: number[] = [];
      const fallsAt: number[] = [];
      for (let turn = 1; turn <= 40 && (await dividers().count()) <= compactions; turn += 1) {
        const before = await dividers().count();
        await say(`Read page ${turn}, please`, `Page ${turn} is noted.`);
        shown.push(Number(await gauge().getAttribute('aria-valuenow')));
        if ((await dividers().count()) > before) fallsAt.push(shown.length - 1);
      }
      expect(await dividers().count()).toBeGreaterThan(compactions);
      expect(shown.every((percent) => percent > 0 && percent <= 100)).toBe(true);
      // Before the next turn's pages come in, at the latest.
      for (const turn of fallsAt.slice(1)) {
        expect(Math.min(...shown.slice(turn, turn + 2))).toBeLessThan(
          Math.max(...shown.slice(0, turn)),
        );
      }
      const before = {
        dividers: await dividers().count(),
        shown: shown.at(-1),
        text: await texts(),
      };

      await page.reload();
      await expect.poll(texts).toEqual(before.text);
      expect(await dividers().count()).toBe(before.dividers);
      expect(Number(await gauge().getAttribute('aria-valuenow'))).toBe(before.shown);
      await page.locator('[data-slot="summary-message"]').first().click();
      expect(await page.locator('[data-slot="summary-message-section"]').first().isVisible()).toBe(
        true,
      );

      await say('Read page 99, please', 'Page 99 is noted.');
      const articles = await page.locator('article').count();
      await page.getByRole('button', { name: 'Regenerate' }).click();
      await ready();
      expect(await page.locator('article').count()).toBe(articles);
      expect((await texts()).filter((text) => text.startsWith('Page 99 is noted.'))).toHaveLength(
        1,
      );
      expect(problems).toEqual([]);
    });
  });
}

/** Builds the page, serves it and opens it in a browser. */
async function openPage(alias: Record<string, string>): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'everlong-chat-'));
  const root = fileURLToPath(new URL('.', import.meta.url));
  await build({ root, logLevel: 'error', build: { outDir: folder }, resolve: { alias } });
  app.get('/*', async (context) => {
    const path = context.req.path === '/' ? '/index.html' : context.req.path;
    const type = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };
    const headers = { 'content-type': type[extname(path) as keyof typeof type] };
    return context.body(await readFile(join(folder, path)), 200, headers);
  });
  server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  browser = await chromium.launch(launch);
  page = await browser.newPage();
  // A busy machine takes its time.
  page.setDefaultTimeout(600_000);
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(String(error)));
  await page.goto(address());
}

function address(): string {
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function say(text: string, answer: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
  await page.getByText(answer).waitFor();
  await ready();
}

/** The button is back when the stream has ended. */
async function ready(): Promise<void> {
  await page.getByRole('button', { name: 'Regenerate' }).waitFor();
}

function gauge(): ReturnType<Page['locator']> {
  return page.locator('[data-slot="context-indicator-meter"]');
}

function dividers(): ReturnType<Page['locator']> {
  return page.locator('[data-slot="compaction-divider"]');
}

function texts(): Promise<string[]> {
  return page.locator('article p').allTextContents();
}
