import { ConfigError } from '@everlong/core';
import { entryBlock, historyLines } from '../output/entry-lines.js';
import { formatNumber } from '../output/format-number.js';
import { parseWholeNumber } from '../output/parse-number.js';
import { formatPastRequest } from '../output/past-request.js';
import { oneLine } from '../output/plain-text.js';
import { readWithdrawn } from '../output/withdrawn-entries.js';
import type { Chat } from '../chat/chat.js';
import { readEntryNumber } from './entry-number.js';
import { rewindCommand } from './rewind-command.js';
import type { SlashCommand } from './slash-command.js';

/** The newest entry that was not withdrawn. */
async function newestSeq({ session }: Chat): Promise<number> {
  for await (const { seq } of session.entries({ reverse: true, limit: 1, withdrawn: false })) {
    return seq;
  }
  throw new ConfigError('There are no messages yet.');
}

/** Commands that show, search and rewind the log. */
export const logCommands: readonly SlashCommand[] = [
  {
    names: ['history'],
    usage: '/history [n]',
    does: 'show the last n messages (10)',
    argument: 'optional',
    async run(chat, argument, terminal) {
      const wanted = argument === '' ? 10 : parseWholeNumber(argument);
      if (wanted === undefined || wanted < 1) {
        throw new ConfigError(
          `/history takes a number of messages, not ${JSON.stringify(argument)}.`,
        );
      }
      const { entryCount } = await chat.info();
      if (entryCount === 0) {
        terminal.print('There are no messages yet.');
        return;
      }
      const isWithdrawn = await readWithdrawn(chat.store, chat.session.id);
      const lines = await historyLines((range) => chat.session.entries(range), wanted, isWithdrawn);
      terminal.print(lines.join('\n'));
    },
  },
  {
    names: ['search', 'find'],
    usage: '/search TEXT',
    does: 'find entries of this session that contain words of the text',
    argument: 'required',
    async run(chat, argument, terminal) {
      const hits = await chat.session.search(argument, { limit: 10 });
      if (hits.length === 0) terminal.print('Nothing was found.');
      for (const { seq, excerpt } of hits) {
        terminal.print(`${String(seq).padStart(4)}  ${oneLine(excerpt)}`);
      }
    },
  },
  {
    names: ['expand', 'show'],
    usage: '/expand ENTRY…',
    does: 'show entries as they were stored, including summarized ones',
    argument: 'required',
    async run(chat, argument, terminal) {
      const wanted = argument.split(/[\s,]+/).filter((text) => text !== '');
      const entries = await chat.session.expand(wanted.map(readEntryNumber), { withdrawn: true });
      if (entries.length === 0) {
        const { entryCount } = await chat.info();
        terminal.note(`There is no such entry: the session has ${formatNumber(entryCount)}.`);
      }
      const isWithdrawn = await readWithdrawn(chat.store, chat.session.id);
      for (const entry of entries) {
        terminal.print(chat.session.redact(entryBlock(entry, isWithdrawn(entry))));
      }
    },
  },
  {
    names: ['explain'],
    usage: '/explain [entry]',
    does: 'show the request that an entry (default: the last) answers, and how each entry was sent',
    argument: 'optional',
    async run(chat, argument, terminal) {
      const atSeq = argument === '' ? await newestSeq(chat) : readEntryNumber(argument);
      const { instructions, tools } = chat;
      const request = await chat.session.explain({ atSeq, instructions, tools });
      const options = { colors: terminal.colors, messageCount: request.entryCount };
      for (const line of formatPastRequest(request, atSeq, options)) terminal.print(line);
    },
  },
  rewindCommand,
];
