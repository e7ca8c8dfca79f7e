import { ConfigError } from '@everlong/core';
import { entityLines, factLine, hitLine } from '../output/memory-lines.js';
import type { Chat } from '../chat/chat.js';
import type { SlashCommand } from './slash-command.js';

const NEWEST_FACTS = 20;

/** `/memory`: what the agent remembers across sessions. */
export const memoryCommands: readonly SlashCommand[] = [
  {
    names: ['memory'],
    usage: '/memory [text]',
    does: 'show what is remembered: the newest facts, or what there is on a name or a text',
    argument: 'optional',
    async run(chat, argument, terminal) {
      const { memory, scope } = memoryOf(chat);
      const entity = argument === '' ? undefined : await memory.entity(scope, argument);
      if (entity !== undefined) {
        for (const line of entityLines(entity)) terminal.print(line);
        return;
      }
      const lines =
        argument === ''
          ? (await memory.list(scope)).slice(-NEWEST_FACTS).map(factLine)
          : (await memory.recall(scope, argument)).hits.map(hitLine);
      for (const line of lines) terminal.print(line);
      if (lines.length === 0) terminal.note('Nothing of this is remembered.');
    },
  },
];

function memoryOf({ memory, session }: Chat): {
  memory: NonNullable<Chat['memory']>;
  scope: string;
} {
  if (memory !== undefined) return { memory, scope: session.agent };
  throw new ConfigError(
    'This agent has no memory. Write `memory: { enabled: true }` into its file, or begin the chat ' +
      'after everlong config set memory.enabled true.',
  );
}
