import { redactSecrets } from '@everlong/redaction';
import { suggestion } from '@everlong/core/internal';
import { errorText } from '../errors/error-text.js';
import type { Terminal } from '../output/terminal.js';
import { twoColumns } from './two-columns.js';
import type { Chat } from '../chat/chat.js';
import { contextCommands } from './context-commands.js';
import { logCommands } from './log-commands.js';
import { memoryCommands } from './memory-commands.js';
import { sessionCommands } from './session-commands.js';
import type { LoopState, SlashCommand } from './slash-command.js';

const helpCommand: SlashCommand = {
  names: ['help', '?'],
  usage: '/help',
  does: 'show these commands',
  argument: 'none',
  run(_chat, _argument, terminal) {
    const rows = commands.map(({ usage, does, names }) => {
      const aliases = names.slice(1).map((name) => `/${name}`);
      const also = aliases.length === 0 ? '' : ` (also ${aliases.join(', ')})`;
      return [usage, `${does}${also}`] as const;
    });
    for (const line of twoColumns(rows, terminal.columns)) terminal.print(line);
    terminal.print('  End a line with \\ to continue the message on the next line.');
  },
};

const quitCommand: SlashCommand = {
  names: ['quit', 'exit', 'q'],
  usage: '/quit',
  does: 'leave; the session is kept',
  argument: 'none',
  run(_chat, _argument, _terminal, loop) {
    loop.quit = true;
  },
};

const commands: readonly SlashCommand[] = [
  helpCommand,
  ...contextCommands,
  ...logCommands,
  ...memoryCommands,
  ...sessionCommands,
  quitCommand,
];

interface Surroundings {
  chat: Chat;
  terminal: Terminal;
  loop: LoopState;
  /** Aborted by Ctrl-C. */
  signal: AbortSignal;
}

/** Whether a line is a command: paths such as `/etc/hosts` begin with a slash as well. */
export function isSlashCommand(line: string): boolean {
  return /^\/[^\s/]*(?:\s|$)/.test(line);
}

/** The lines that Tab may make of the beginning of a command. */
export function completeCommand(line: string): string[] {
  if (!/^\/\S*$/.test(line)) return [];
  return commands.flatMap(({ names, argument }) =>
    names
      .map((name) => `/${name}${argument === 'none' ? '' : ' '}`)
      .filter((name) => name.startsWith(line))
      .slice(0, 1),
  );
}

/** Runs a command. Errors are printed on stderr and do not end the chat. */
export async function runSlashCommand(
  line: string,
  { chat, terminal, loop, signal }: Surroundings,
): Promise<void> {
  const [, name = '', rest = ''] = /^\/(\S*)\s*(.*)$/s.exec(line) ?? [];
  const argument = rest.trim();
  const command = commands.find(({ names }) => names.includes(name));
  if (command === undefined) {
    const known = commands.flatMap(({ names }) => names);
    terminal.note(`There is no command /${name}.${suggestion(name, known)} /help lists them.`);
    return;
  }
  if (command.argument === 'none' && argument !== '') {
    terminal.note(`/${name} takes no argument, but got ${JSON.stringify(argument)}.`);
    return;
  }
  if (command.argument === 'required' && argument === '') {
    terminal.note(`/${name} needs an argument: ${command.usage}.`);
    return;
  }
  try {
    await command.run(chat, argument, terminal, loop, signal);
  } catch (error) {
    if (signal.aborted) terminal.note('Interrupted.');
    else terminal.note(terminal.noteColors.red(redactSecrets(errorText(error))));
  }
}
