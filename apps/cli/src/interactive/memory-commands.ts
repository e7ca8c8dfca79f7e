import { ConfigError } from '@everlong/core';
import { excerpt } from '../output/excerpt.js';
import { entityLines, factLine, hitLine } from '../output/memory-lines.js';
import type { Chat } from '../chat/chat.js';
import type { SlashCommand } from './slash-command.js';

const NEWEST_FACTS = 20;

/** `/memory`: what the agent remembers across sessions. */
export const memoryCommands: readonly SlashCommand[] = [
  {
    names: ['memory'],
    usage: '/memory [text]',
    does: 'show the newest facts in memory, or those about a name or a text',
    argument: 'optional',
    async run(chat, argument, terminal) {
      const { memory, scope } = memoryOf(chat);
      const entity = argument === '' ? undefined : await memory.entity(scope, argument);
      if (entity !== undefined && entity.facts.length + entity.related.length > 0) {
        for (const line of entityLines(entity)) terminal.print(excerpt(line));
        return;
      }
      const lines =
        argument === ''
          ? (await memory.list(scope)).slice(-NEWEST_FACTS).map(factLine)
          : (await memory.recall(scope, argument)).hits.map(hitLine);
      for (const line of lines) terminal.print(excerpt(line));
      if (lines.length === 0) terminal.note('Nothing was found in memory.');
    },
  },
];

function memoryOf({ memory, session }: Chat): {
  memory: NonNullable<Chat['memory']>;
  scope: string;
} {
  if (memory !== undefined) return { memory, scope: session.agent };
  throw new ConfigError(
    'This agent has no memory. Add `memory: { enabled: true }` to its file, or run ' +
      '"everlong config set memory.enabled true", and start the chat again.',
  );
}
