import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { messageText } from '@everlong/core';
import { redactSecrets } from '@everlong/redaction';
import { errorText } from '../output/error-text.js';
import { formatGauge } from '../output/context-gauge.js';
import { formatNumber } from '../output/format-number.js';
import { suggestion } from '../setup/nearest-name.js';
import { formatSessionList } from '../output/session-list.js';
import type { Terminal } from '../output/terminal.js';
import { exportMarkdown } from './export-markdown.js';
import type { Chat } from './open-chat.js';

/** What slash commands may change of the loop around them. */
export interface LoopState {
  showTokens: boolean;
  quit: boolean;
}

interface SlashCommand {
  names: readonly string[];
  usage: string;
  does: string;
  run(chat: Chat, argument: string, terminal: Terminal, loop: LoopState): Promise<void> | void;
}

const commands: readonly SlashCommand[] = [
  {
    names: ['help', '?'],
    usage: '/help',
    does: 'show these commands',
    run(_chat, _argument, terminal) {
      const width = Math.max(...commands.map(({ usage }) => usage.length));
      for (const { usage, does, names } of commands) {
        const aliases = names.slice(1).map((name) => `/${name}`);
        const also = aliases.length === 0 ? '' : ` (also ${aliases.join(', ')})`;
        terminal.print(`  ${usage.padEnd(width)}  ${does}${also}`);
      }
      terminal.print('  A line that ends in \\ goes on in the next one.');
    },
  },
  {
    names: ['context'],
    usage: '/context',
    does: 'show how full the context is',
    async run(chat, _argument, terminal) {
      const { instructions, tools } = chat;
      const state = chat.session.state({ instructions, tools });
      const { entryCount } = await chat.info();
      const toolCount = Object.keys(tools).length;
      const options = { colors: terminal.colors, toolCount, messageCount: entryCount };
      for (const line of formatGauge(state, options)) terminal.print(line);
    },
  },
  {
    names: ['tokens'],
    usage: '/tokens',
    does: 'turn the token line after each answer on or off',
    run(_chat, _argument, terminal, loop) {
      loop.showTokens = !loop.showTokens;
      terminal.print(`Token line: ${loop.showTokens ? 'on' : 'off'}`);
    },
  },
  {
    names: ['summarize', 'compact', 'compress'],
    usage: '/summarize [instructions]',
    does: 'compact now, whatever the thresholds say',
    async run(chat, argument, terminal) {
      const result = await chat.session.compact(argument === '' ? {} : { instructions: argument });
      terminal.print(
        result.compacted
          ? `Compacted to epoch ${result.epoch}: ${formatNumber(result.tokensBefore)} -> ` +
              `${formatNumber(result.tokensAfter)} tokens`
          : `Nothing to compact: ${result.reason}`,
      );
    },
  },
  {
    names: ['history'],
    usage: '/history [n]',
    does: 'show the last n messages (10)',
    async run(chat, argument, terminal) {
      const wanted = argument === '' ? 10 : Number(argument);
      if (!Number.isSafeInteger(wanted) || wanted < 1) {
        terminal.note(`/history takes a number of messages, not ${JSON.stringify(argument)}.`);
        return;
      }
      const lines: string[] = [];
      const options = { reverse: true, limit: wanted };
      for await (const { seq, message } of chat.session.entries(options)) {
        const text = redactSecrets(messageText(message)).replaceAll(/\s+/g, ' ').trim();
        const shown = text.length > 200 ? `${text.slice(0, 200)}…` : text;
        lines.unshift(`${String(seq).padStart(4)}  ${message.role}: ${shown}`);
      }
      terminal.print(lines.length === 0 ? 'Nothing was said yet.' : lines.join('\n'));
    },
  },
  {
    names: ['sessions', 'resume'],
    usage: '/sessions',
    does: "list this agent's sessions",
    async run(chat, _argument, terminal) {
      const { agent } = await chat.info();
      const sessions = await chat.store.listSessions({ agent, limit: 50 });
      const lines = formatSessionList(sessions, { current: chat.session.id });
      for (const line of lines) terminal.print(line);
    },
  },
  {
    names: ['session'],
    usage: '/session ID',
    does: 'go on with another session',
    async run(chat, argument, terminal) {
      if (argument === '') terminal.note('Say which: /session ID. /sessions lists them.');
      else await chat.open(argument);
      terminal.print(`Session ${chat.session.id}`);
    },
  },
  {
    names: ['new', 'clear'],
    usage: '/new',
    does: 'start a new session; this one is kept',
    async run(chat, _argument, terminal) {
      await chat.startNew();
      terminal.print(`Session ${chat.session.id}`);
    },
  },
  {
    names: ['rename'],
    usage: '/rename TITLE',
    does: 'give this session a title',
    async run(chat, argument, terminal) {
      if (argument === '') {
        terminal.note('Say the title: /rename TITLE.');
        return;
      }
      await chat.rename(argument);
      terminal.print(`Renamed to ${argument}`);
    },
  },
  {
    names: ['export'],
    usage: '/export [file]',
    does: 'write this session as Markdown',
    async run(chat, argument, terminal) {
      const file = argument === '' ? `${chat.session.id}.md` : argument;
      const text = exportMarkdown(await chat.info(), chat.session.entries());
      await pipeline(text, createWriteStream(file));
      terminal.print(`Written to ${file}`);
    },
  },
  {
    names: ['quit', 'exit'],
    usage: '/quit',
    does: 'leave; the session is kept',
    run(_chat, _argument, _terminal, loop) {
      loop.quit = true;
    },
  },
];

/** Runs a line that begins with a slash. What fails is said on stderr and ends nothing. */
export async function runSlashCommand(
  line: string,
  chat: Chat,
  terminal: Terminal,
  loop: LoopState,
): Promise<void> {
  const [, name = '', argument = ''] = /^\/(\S*)\s*(.*)$/s.exec(line) ?? [];
  const command = commands.find(({ names }) => names.includes(name));
  if (command === undefined) {
    const known = commands.flatMap(({ names }) => names);
    terminal.note(`There is no command /${name}.${suggestion(name, known)} /help lists them.`);
    return;
  }
  try {
    await command.run(chat, argument.trim(), terminal, loop);
  } catch (error) {
    terminal.note(terminal.noteColors.red(redactSecrets(errorText(error))));
  }
}
