/**
 * The walk of `session.prepare` through `packages/context/src`: which files it enters, in order,
 * for a request that keeps everything and for one that compacts. It runs the sources, without a
 * build. Use:
 *
 *   node scripts/trace-prepare.ts [--root FOLDER] [--all]
 *
 * `--root`: another checkout to trace, for figures before and after a change. Every function that a
 * file declares, not the closures inside it, says when it is entered. A *stay* is a run of entries
 * into one file; a *return* is a stay in a file that was left before. `--all` prints the functions
 * too. Where many messages pass through the same rooms, each room is written once, in the order of
 * the first entry, with how often it was entered.
 */
import { readFileSync } from 'node:fs';
import { registerHooks, stripTypeScriptTypes } from 'node:module';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

const { values: flags } = parseArgs({
  options: {
    root: { type: 'string', default: join(import.meta.dirname, '..') },
    all: { type: 'boolean', default: false },
  },
});
const sources = join(resolve(flags.root), 'packages/context/src');
const sourcesUrl = pathToFileURL(sources).href;

/** Up to so many rooms are written one by one. */
const MAX_SHOWN_ROOMS = 30;

/** Where the walk was, function by function. */
let entered: { file: string; name: string }[] = [];
Object.assign(globalThis, {
  enterFunction: (file: string, name: string) => entered.push({ file, name }),
});

registerHooks({
  resolve(specifier, context, next) {
    const isSource = specifier.startsWith('.') && context.parentURL?.endsWith('.ts') === true;
    const conditions = ['@everlong/source', ...context.conditions];
    return next(isSource ? specifier.replace(/\.js$/, '.ts') : specifier, {
      ...context,
      conditions,
    });
  },
  load(url, context, next) {
    const file = url.startsWith('file:') ? relative(sources, fileURLToPath(url)) : '..';
    if (file.startsWith('..')) return next(url, context);
    const code = stripTypeScriptTypes(readFileSync(new URL(url), 'utf8'));
    return { format: 'module', source: instrument(code, file), shortCircuit: true };
  },
});

/** The code with a call at the head of every function that the file declares. */
function instrument(code: string, file: string): string {
  let result = '';
  let done = 0;
  for (const match of code.matchAll(/^(?:export )?(?:async )?function\*? ?(\w+)/gm)) {
    const body = code.indexOf('{', endOfParameters(code, match.index + match[0].length));
    result += `${code.slice(done, body + 1)}globalThis.enterFunction('${file}', '${match[1]}');`;
    done = body + 1;
  }
  return result + code.slice(done);
}

function endOfParameters(code: string, from: number): number {
  let depth = 0;
  for (let index = code.indexOf('(', from); index < code.length; index++) {
    if (code[index] === '(') depth++;
    if (code[index] === ')' && --depth === 0) return index;
  }
  return code.length;
}

interface Message {
  role: 'user' | 'assistant';
  content: string;
}

interface TracedSession {
  append(messages: readonly Message[]): Promise<unknown>;
  prepare(options: { instructions: string }): Promise<{ plan: { decision: { action: string } } }>;
}

const { openSession } = (await import(`${sourcesUrl}/session/open-session.ts`)) as {
  openSession(options: object): Promise<TracedSession>;
};
const core = join(resolve(flags.root), 'packages/core/src/index.ts');
const { createMemoryStore } = (await import(pathToFileURL(core).href)) as {
  createMemoryStore(): object;
};

const session = await openSession({ store: createMemoryStore(), contextWindow: 8000 });
await session.append(talk(4));
await session.prepare({ instructions: 'Be brief.' });
await session.append(talk(2));
await trace('keeps everything');
await session.append(talk(60));
await trace('compacts');

/** Questions and answers of about 100 tokens each; the last one is a question. */
function talk(turns: number): Message[] {
  const words = 'some words about the work on src/file.ts '.repeat(10);
  return Array.from({ length: 2 * turns + 1 }, (_, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: `${index} ${words}`,
  }));
}

async function trace(title: string): Promise<void> {
  entered = [];
  const { plan } = await session.prepare({ instructions: 'Be brief.' });
  const stays = entered.filter(({ file }, index) => file !== entered[index - 1]?.file);
  const files = [...new Set(stays.map(({ file }) => file))];
  const rooms = stays
    .map(({ file }) => file.split('/')[0] ?? '')
    .filter((room, index, all) => room !== all[index - 1]);
  const lines = [
    `# a prepare that ${title} (decision: ${plan.decision.action})`,
    `${files.length} files, ${stays.length} stays, ${stays.length - files.length} returns`,
    `rooms: ${summarized(rooms)}`,
    ...(flags.all ? entered.map(({ file, name }) => `${file} ${name}`) : files),
  ];
  process.stdout.write(`${lines.join('\n')}\n\n`);
}

/** The rooms as they were entered; of many, each once, with how often. */
function summarized(rooms: readonly string[]): string {
  if (rooms.length <= MAX_SHOWN_ROOMS) return rooms.join(' > ');
  const counts = Map.groupBy(rooms, (room) => room);
  return [...counts].map(([room, all]) => `${room} × ${all.length}`).join(' > ');
}
