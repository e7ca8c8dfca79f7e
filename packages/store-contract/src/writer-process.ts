import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import type { WriterOrders } from './crash-writer.js';

/** A writer at work, and what it has printed so far. */
export interface WriterProcess {
  /** Ids of acknowledged entries, in order. */
  readonly ids: string[];
  /** Numbers of acknowledged records, in order. */
  readonly records: number[];
  readonly errors: string[];
  /** Resolves when so many batches and records were acknowledged, or the process ended before. */
  acknowledged(count: number): Promise<void>;
  /** Resolves with the exit code when the process has ended: `null` when it was killed. */
  readonly ended: Promise<number | null>;
  kill(): Promise<void>;
}

/** Sources import each other as `.js`; Node runs them once it finds them. */
const runSources = `data:text/javascript,import { registerHooks } from 'node:module';
registerHooks({
  resolve(name, context, next) {
    const isSource = name.startsWith('.') && context.parentURL.endsWith('.ts');
    return next(isSource ? name.replace(/js$/, 'ts') : name, context);
  },
});`;

/** `maxFileKilobytes` makes every write beyond that size of a file fail, as on a full disk. */
export function startWriter(
  orders: WriterOrders,
  { maxFileKilobytes }: { maxFileKilobytes?: number } = {},
): WriterProcess {
  const command = [process.execPath, ...nodeArguments(), JSON.stringify(orders)];
  const { NODE_OPTIONS: _, ...env } = process.env;
  const limit = `trap '' XFSZ; ulimit -f ${(maxFileKilobytes ?? 0) * 2}; exec "$@"`;
  const [file = '', ...args] =
    maxFileKilobytes === undefined ? command : ['sh', '-c', limit, 'sh', ...command];
  const child = spawn(file, args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  return follow(child);
}

function nodeArguments(): string[] {
  const isSource = import.meta.url.endsWith('.ts');
  const writer = new URL(isSource ? './crash-writer.ts' : './crash-writer.js', import.meta.url);
  const forSources = ['--conditions=@everlong/source', '--import', encodeURI(runSources)];
  return [...(isSource ? forSources : []), fileURLToPath(writer)];
}

function follow(child: ChildProcess): WriterProcess {
  const seen = { ids: [] as string[], records: [] as number[], errors: [] as string[] };
  const ended = once(child, 'close').then(([code]) => code as number | null);
  let acknowledgements = 0;
  let isOver = false;
  let waiting: { count: number; resolve: () => void }[] = [];
  const check = (): void => {
    const isMet = ({ count }: { count: number }): boolean => isOver || acknowledgements >= count;
    for (const each of waiting.filter(isMet)) each.resolve();
    waiting = waiting.filter((each) => !isMet(each));
  };
  let rest = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) note(line, seen);
    acknowledgements += lines.length;
    check();
  });
  child.on('close', () => {
    isOver = true;
    check();
  });
  return {
    ...seen,
    acknowledged: (count) =>
      new Promise((resolve) => {
        waiting.push({ count, resolve });
        check();
      }),
    ended,
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function note(line: string, seen: Pick<WriterProcess, 'ids' | 'records' | 'errors'>): void {
  const [what, ...words] = line.split(' ');
  if (what === 'ids') seen.ids.push(...words);
  else if (what === 'record') seen.records.push(Number(words[0]));
  else seen.errors.push(words.join(' '));
}
