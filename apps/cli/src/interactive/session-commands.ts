import { createWriteStream } from 'node:fs';
import { resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { ConfigError } from '@everlong/core';
import { errorText } from '../errors/error-text.js';
import { confirm } from '../output/ask.js';
import { counted } from '../output/format-number.js';
import { readWithdrawn } from '../output/withdrawn-entries.js';
import { oneLine } from '../output/plain-text.js';
import { formatSessionList } from '../output/session-list.js';
import { exportMarkdown } from '../output/export-markdown.js';
import { readEntryNumber } from './entry-number.js';
import { requireOwnExport } from './require-own-export.js';
import type { SlashCommand } from './slash-command.js';

/** Commands that list, switch, change and export sessions. */
export const sessionCommands: readonly SlashCommand[] = [
  {
    names: ['image'],
    usage: '/image FILE',
    does: 'send an image with the next message',
    argument: 'required',
    async run(chat, argument, terminal) {
      await chat.attach(argument);
      terminal.print(`${argument} goes with the next message.`);
    },
  },
  {
    names: ['sessions', 'resume'],
    usage: '/sessions [text]',
    does: "list this agent's sessions, or those whose title or id contains the text",
    argument: 'optional',
    async run(chat, argument, terminal) {
      const { agent } = await chat.info();
      const wanted = argument.toLowerCase();
      const all = await chat.store.listSessions(argument === '' ? { agent, limit: 50 } : { agent });
      const sessions = all.filter(({ id, title = '' }) =>
        `${id} ${title}`.toLowerCase().includes(wanted),
      );
      const lines = formatSessionList(sessions, {
        current: chat.session.id,
        columns: terminal.columns,
      });
      for (const line of lines) terminal.print(line);
      if (lines.length === 0) terminal.note('No sessions.');
    },
  },
  {
    names: ['session'],
    usage: '/session ID',
    does: 'switch to another session',
    argument: 'required',
    async run(chat, argument, terminal, { choose }) {
      await chat.open(argument, choose);
      terminal.print(`Session ${chat.session.id}`);
    },
  },
  {
    names: ['new', 'clear', 'reset'],
    usage: '/new',
    does: 'start a new session; this one is kept',
    argument: 'none',
    async run(chat, _argument, terminal) {
      await chat.startNew();
      terminal.print(`Session ${chat.session.id}`);
    },
  },
  {
    names: ['fork', 'branch'],
    usage: '/fork [entry]',
    does: 'continue in a copy of this session, or of its entries up to one',
    argument: 'optional',
    async run(chat, argument, terminal) {
      await chat.fork(argument === '' ? undefined : readEntryNumber(argument));
      terminal.print(`Session ${chat.session.id}`);
    },
  },
  {
    names: ['rename'],
    usage: '/rename TITLE',
    does: 'give this session a title',
    argument: 'required',
    async run(chat, argument, terminal) {
      await chat.rename(argument);
      terminal.print(`Renamed to ${argument}`);
    },
  },
  {
    names: ['delete'],
    usage: '/delete [id]',
    does: 'delete this session or another one for good, after asking',
    argument: 'optional',
    async run(chat, argument, terminal, { ask, choose }) {
      const info = argument === '' ? await chat.info() : await chat.find(argument, choose);
      const { id, entryCount, title } = info;
      const named = title === undefined ? id : `${id} (${oneLine(title)})`;
      const question = `Delete session ${named} with ${counted(entryCount, 'message')} for good?`;
      if (!(await confirm(ask, question))) {
        terminal.note('Nothing was deleted.');
        return;
      }
      const before = chat.session.id;
      await chat.remove(id);
      terminal.print(`Deleted session ${id}.`);
      if (chat.session.id !== before) terminal.print(`Session ${chat.session.id}`);
    },
  },
  {
    names: ['export'],
    usage: '/export [file]',
    does: 'write this session as Markdown',
    argument: 'optional',
    async run(chat, argument, terminal) {
      const info = await chat.info();
      if (info.entryCount === 0) throw new ConfigError('There are no messages yet.');
      const file = resolve(chat.cwd, argument === '' ? `${chat.session.id}.md` : argument);
      await requireOwnExport(file, info);
      const text = exportMarkdown(
        info,
        chat.session.entries(),
        await readWithdrawn(chat.store, chat.session.id),
      );
      await pipeline(text, createWriteStream(file)).catch((error: unknown) => {
        throw new ConfigError(`Cannot write ${file}: ${errorText(error)}. Give another path.`);
      });
      terminal.print(`Written to ${file}`);
    },
  },
];
