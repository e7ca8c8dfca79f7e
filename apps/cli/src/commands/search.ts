import type { SearchHit, SessionInfo } from '@everlong/core';
import type { Command } from 'commander';
import { exitCodes, usageError } from '../errors/exit-code.js';
import { oneLine } from '../output/plain-text.js';
import type { CommandContext } from '../command-line/command-context.js';
import { wholeNumber } from '../command-line/number-option.js';
import {
  addStoreOptions,
  sessionChooser,
  storeLocation,
  type StoreFlags,
} from '../command-line/store-options.js';

interface SearchFlags extends StoreFlags {
  session?: string;
  agent?: string;
  limit: number;
  json?: boolean;
}

export function addSearchCommand(program: Command, context: CommandContext): void {
  const command = program
    .command('search')
    .summary('find what was said in any session')
    .description(
      'Finds stored messages that contain words of the text, best first, including summarized ones. ' +
        'Secrets are redacted. Exits with 3 if nothing is found.',
    )
    .argument('<text...>', 'words to look for')
    .option('-s, --session <id>', 'only in this session (an id or its prefix)')
    .option('--agent <name>', 'only in the sessions of this agent')
    .option('--limit <count>', 'the most results', wholeNumber(1), 20)
    .option('--json', 'print JSON');
  addStoreOptions(command)
    .addHelpText(
      'after',
      `
Examples:
  everlong search 8443
  everlong search "connection refused" --agent coder --limit 5`,
    )
    .action((words: string[], flags: SearchFlags) => search(words.join(' '), flags, context));
}

async function search(text: string, flags: SearchFlags, context: CommandContext): Promise<void> {
  const { terminal } = context;
  if (text.trim() === '') throw usageError('The text to search for is empty.');
  const { findSession, openExistingStore } = await import('../files/session-store.js');
  const location = await storeLocation(flags, context);
  const { requireAgent } = await import('../setup/require-agent.js');
  await requireAgent(flags.agent, location, context.cwd);
  const store = await openExistingStore(location);
  try {
    const only =
      flags.session === undefined
        ? undefined
        : await findSession(store, flags.session, await sessionChooser(context));
    const listed = await store.listSessions(
      flags.agent === undefined ? {} : { agent: flags.agent },
    );
    const sessions = new Map(listed.map((info) => [info.id, info]));
    // Hits of other agents are filtered out below.
    const limit = flags.agent === undefined ? flags.limit : Math.max(flags.limit, 1000);
    const found = await store.search(text, {
      limit,
      ...(only === undefined ? {} : { sessionId: only.id }),
    });
    const hits = found.filter(({ sessionId }) => sessions.has(sessionId)).slice(0, flags.limit);
    if (flags.json === true) terminal.json(hits);
    else for (const hit of hits) terminal.print(hitLine(hit, sessions.get(hit.sessionId)));
    if (hits.length > 0) return;
    terminal.note(`Nothing was found for ${JSON.stringify(text)}.`);
    context.exitCode = exitCodes.notFound;
  } finally {
    await store.close();
  }
}

function hitLine({ sessionId, seq, excerpt }: SearchHit, info: SessionInfo | undefined): string {
  const title = info?.title === undefined ? '' : `  (${oneLine(info.title)})`;
  return `${sessionId} #${seq}${title}\n    ${oneLine(excerpt)}`;
}
