import { type Action, call } from './agent.ts';
import { callsOf, newestResult, type RequestView } from './request-view.ts';
import { newestStatement } from './statements.ts';

/** What was found, or the call that looks for it; neither when there is no more to try. */
export interface LookUp<Read> {
  found?: Read;
  action?: Action;
}

/** How many finds of one search are opened, and how many pages of each are read. */
const MAX_OPENED = 2;
const MAX_PAGES = 4;

/**
 * What a careful agent does about something that it was referred to: it reads what it sees, then
 * searches with one query after the other, each time opening the best finds that were cut off.
 * Without a search tool it only reads.
 */
export function lookUp<Read>(
  view: RequestView,
  queries: readonly string[],
  read: (sentence: string) => Read | undefined,
): LookUp<Read> {
  const found = newestStatement(view.blocks, read);
  if (found !== undefined) return { found };
  for (const query of view.canSearch ? queries : []) {
    const action = nextSearchStep(view, query);
    if (action !== undefined) return { action };
  }
  return {};
}

function nextSearchStep({ steps }: RequestView, query: string): Action | undefined {
  const isQuery = (input: Record<string, string>): boolean => input['query'] === query;
  if (!callsOf(steps, 'history_search').some(isQuery)) return call('history_search', { query });
  const answer = newestResult(steps, 'history_search', isQuery) ?? '';
  const cut = answer.split('\n').filter((line) => /^entry \d+:.*…/.test(line));
  for (const line of cut.slice(0, MAX_OPENED)) {
    const action = nextPage(steps, /\d+/.exec(line)?.[0] ?? '');
    if (action !== undefined) return action;
  }
  return undefined;
}

/** Opens an entry, then turns its pages as the tool's last line says how. */
function nextPage(steps: RequestView['steps'], entry: string): Action | undefined {
  const isEntry = (input: Record<string, string>): boolean => String(input['entries']) === entry;
  const pages = callsOf(steps, 'history_expand').filter(isEntry).length;
  if (pages === 0) return call('history_expand', { entries: entry });
  const page = newestResult(steps, 'history_expand', isEntry) ?? '';
  const from_line = /more lines?, from line (\d+)/.exec(page)?.[1];
  if (from_line === undefined || pages >= MAX_PAGES) return undefined;
  return call('history_expand', { entries: entry, from_line });
}
