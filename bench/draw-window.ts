/**
 * Draws how large each request of a recorded session is: everything so far beside what `everlong`
 * sends. Use: `pnpm draw FILE [WINDOW]`, after `pnpm build`; writes `docs/window.svg`.
 */
import { writeFileSync } from 'node:fs';

import { openSession, type Session } from '@everlong/context';
import { createMemoryStore } from '@everlong/core';
import { readTranscript } from '@everlong/formats';

const OUTPUT = new URL('../docs/window.svg', import.meta.url);
const WIDTH = 760;
const HEIGHT = 300;
const PLOT = { left: 56, right: 744, top: 56, bottom: 262 };
const ALL = '#94a3b8';
const SENT = '#2563eb';
const INK = '#0f172a';
const LIMIT = '#dc2626';

/** Tokens of one request: everything so far, and what is sent. */
interface Sizes {
  all: number;
  sent: number;
}

async function measure(file: string, contextWindow: number): Promise<Sizes[]> {
  const { entries } = await readTranscript(file);
  const open = (policy: string): Promise<Session> =>
    openSession({ store: createMemoryStore(), model: 'claude-sonnet-4-5', contextWindow, policy });
  const [whole, trimmed] = [await open('full'), await open('everlong')];
  const sizes: Sizes[] = [];
  for (const [index, entry] of entries.entries()) {
    if (entry.message.role === 'assistant' && index > 0) {
      const [all, sent] = [await whole.prepare(), await trimmed.prepare()];
      sizes.push({ all: all.state.used.total, sent: sent.state.used.total });
    }
    await whole.append(entry);
    await trimmed.append(entry);
  }
  return sizes;
}

function draw(sizes: readonly Sizes[], contextWindow: number): string {
  const most = Math.max(...sizes.map(({ all }) => all));
  const x = (index: number): number =>
    PLOT.left + (index / Math.max(1, sizes.length - 1)) * (PLOT.right - PLOT.left);
  const y = (tokens: number): number => PLOT.bottom - (tokens / most) * (PLOT.bottom - PLOT.top);
  const line = (key: keyof Sizes, color: string): string => {
    const points = sizes.map((size, index) => `${x(index).toFixed(1)},${y(size[key]).toFixed(1)}`);
    return `<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="1.6"/>`;
  };
  const limit = y(contextWindow).toFixed(1);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="system-ui, sans-serif" role="img">`,
    '<title>Tokens of each request of one recorded session</title>',
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    text(
      PLOT.left,
      22,
      `One recorded session, ${sizes.length} requests: tokens of each request`,
      13,
    ),
    legend(PLOT.left, ALL, 'everything so far'),
    legend(PLOT.left + 140, SENT, 'what everlong sends'),
    legend(PLOT.left + 300, LIMIT, `the window: ${contextWindow.toLocaleString('en')} tokens`),
    text(PLOT.left - 6, y(most) + 4, `${Math.round(most / 1000)}k`, 11, 'end'),
    text(PLOT.left - 6, PLOT.bottom + 4, '0', 11, 'end'),
    text(PLOT.right, PLOT.bottom + 20, 'request', 11, 'end'),
    `<path d="M${PLOT.left} ${PLOT.top}V${PLOT.bottom}H${PLOT.right}" fill="none" stroke="${INK}" stroke-width="0.8"/>`,
    line('all', ALL),
    `<path d="M${PLOT.left} ${limit}H${PLOT.right}" stroke="${LIMIT}" stroke-dasharray="5 4"/>`,
    line('sent', SENT),
    '</svg>',
    '',
  ].join('\n');
}

function legend(left: number, color: string, label: string): string {
  return `<rect x="${left}" y="34" width="10" height="10" fill="${color}"/>${text(left + 15, 43, label)}`;
}

function text(left: number, top: number, content: string, size = 11, anchor = 'start'): string {
  return `<text x="${left.toFixed(1)}" y="${top.toFixed(1)}" font-size="${size}" text-anchor="${anchor}" fill="${INK}">${content}</text>`;
}

const [file, window = '16000'] = process.argv.slice(2);
if (file === undefined) throw new Error('Name a recorded session: pnpm draw FILE [WINDOW]');
const sizes = await measure(file, Number(window));
writeFileSync(OUTPUT, draw(sizes, Number(window)));
process.stdout.write(
  `${sizes.length} requests; the largest: ${Math.max(...sizes.map(({ all }) => all))} tokens so far, ` +
    `${Math.max(...sizes.map(({ sent }) => sent))} sent\n`,
);
