import { ConfigError, isUserEntry, messageText } from '@everlong/core';
import { formatNumber } from '../output/format-number.js';
import { oneLine } from '../output/plain-text.js';
import type { Chat } from '../chat/chat.js';
import { readEntryNumber } from './entry-number.js';
import type { SlashCommand } from './slash-command.js';

/** Takes back what was said last. */
export const rewindCommand: SlashCommand = {
  names: ['rewind'],
  usage: '/rewind [entry]',
  does: 'take back your last message and all after it, or all after an entry; nothing is deleted',
  argument: 'optional',
  async run(chat, argument, terminal) {
    const { session } = chat;
    const to = argument === '' ? await beforeLastQuestion(chat) : readEntryNumber(argument);
    const { rewound, fromSeq, withdrawn, epoch } = await session.rewind(to);
    if (!rewound) {
      terminal.print('Nothing to take back: nothing was said after it.');
      return;
    }
    const entries = withdrawn === 1 ? '1 entry' : `${formatNumber(withdrawn)} entries`;
    terminal.print(`Took back ${entries}, from #${fromSeq} on: epoch ${epoch}`);
    const [first] = await session.expand([fromSeq], { withdrawn: true });
    if (first === undefined || !isUserEntry(first)) return;
    terminal.note(`You had said: ${oneLine(session.redact(messageText(first.message)))}`);
  },
};

/** The entry before the user's last message; -1 where that is the first. */
async function beforeLastQuestion({ session }: Chat): Promise<number> {
  let isFound = false;
  for await (const entry of session.entries({ reverse: true, withdrawn: false })) {
    if (isFound) return entry.seq;
    isFound = isUserEntry(entry);
  }
  if (isFound) return -1;
  throw new ConfigError('You have said nothing yet that could be taken back.');
}
