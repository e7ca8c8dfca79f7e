import type { Block } from '../request-view.ts';
import type { Family } from '../task.ts';
import { actOn, callOnce, createFamily, type Duties, reply, writeOnce } from './skill.ts';
import { linesOf, type Words } from './words.ts';

export const PAGES = 60;
/** Lines that a page may be named before its port. */
const MAX_DISTANCE = 3;
const FILLER = 'More of the same. '.repeat(60);

/** Sixty pages are read for the port that each gives; at the end all pairs are wanted. */
export function pagePorts(words: Words): Family {
  const duties: Duties = {
    askPage(view, { page = '' }) {
      const port = pairsIn(view.steps).get(Number(page));
      const told =
        port === undefined ? reply(words, 'unknown') : reply(words, 'tellPort', { page, port });
      return callOnce(view, 'read_page', { page }, told);
    },
    wantTable(view, { path = '' }) {
      const pairs = [...pairsIn(view.blocks)].map(([page, port]) => `${page} ${port}`);
      return writeOnce(words, view, path, pairs.join('\n'));
    },
  };
  return createFamily(words, 'ports of sixty pages', duties, (random, say) => {
    const drawn = new Set<string>();
    while (drawn.size < PAGES) drawn.add(`${random.int(4000, 9999)}`);
    const ports = [...drawn].map((port, index) => [`${index + 1}`, port] as const);
    const text = new Map<string, string>(
      ports.map(([page, port]) => [page, `Page ${page}. The port is ${port}. ${FILLER}`]),
    );
    const own = actOn(
      'read_page',
      'Reads a page of the handbook.',
      'page',
      (page) => text.get(page) ?? '',
    );
    return {
      files: {},
      ...own,
      tools: own.tools?.filter(({ name }) => name === 'write_file' || name === 'read_page') ?? [],
      turns: [
        ...ports.map(([page]) => say(0, 'askPage', { page })),
        say(1, 'wantTable', { path: 'ports.txt' }),
      ],
      noiseTurns: 0,
      check({ files }) {
        const lines = files.get('ports.txt')?.trim().split('\n') ?? [];
        return ports.flatMap(([page, port]) => {
          if (lines.includes(`${page} ${port}`)) return [];
          return [lines.some((line) => line.startsWith(`${page} `)) ? 'wrong value' : 'missed'];
        });
      },
    };
  });
}

/** A port belongs to the page that was named last before it, on its line or shortly above. */
function pairsIn(blocks: readonly Block[]): Map<number, string> {
  const pairs = new Map<number, string>();
  for (const block of blocks) {
    let page: number | undefined;
    let age = 0;
    for (const line of linesOf(block)) {
      if (++age > MAX_DISTANCE) page = undefined;
      for (const [number] of line.matchAll(/(?<![\w.,-])\d{1,4}(?![\w-]|[.,]\d)/g)) {
        if (number.length === 4 && page !== undefined) {
          pairs.set(page, number);
          page = undefined;
        } else if (number.length < 3 && Number(number) <= PAGES && Number(number) > 0) {
          page = Number(number);
          age = 0;
        }
      }
    }
  }
  return pairs;
}
