import { ConfigError, isUserEntry, messageText } from '@everlong/core';
import { formatNumber } from '../output/format-number.js';
import { oneLine } from '../output/plain-text.js';
import type { Chat } from '../chat/chat.js';
import { readEntryNumber } from './entry-number.js';
import type { SlashCommand } from './slash-command.js';

/** Withdraws the newest entries. */
export const rewindCommand: SlashCommand = {
  names: ['rewind'],
  usage: '/rewind [entry]',
  does: 'withdraw your last message and its answer, or everything after an entry; deletes nothing',
  argument: 'optional',
  async run(chat, argument, terminal) {
    const { session } = chat;
    const to = argument === '' ? await beforeLastQuestion(chat) : readEntryNumber(argument);
    const { rewound, fromSeq, withdrawn, epoch } = await session.rewind(to);
    if (!rewound) {
      terminal.print('Nothing to withdraw: there is no later entry.');
      return;
    }
    const entries = withdrawn === 1 ? '1 entry' : `${formatNumber(withdrawn)} entries`;
    terminal.print(`Withdrew ${entries}, from #${fromSeq} on: epoch ${epoch}`);
    const [first] = await session.expand([fromSeq], { withdrawn: true });
    if (first === undefined || !isUserEntry(first)) return;
    terminal.note(`Your message was: ${oneLine(session.redact(messageText(first.message)))}`);
  },
};

/** The entry before the user's last message; -1 if there is none. */
async function beforeLastQuestion({ session }: Chat): Promise<number> {
  let isFound = false;
  for await (const entry of session.entries({ reverse: true, withdrawn: false })) {
    if (isFound) return entry.seq;
    isFound = isUserEntry(entry);
  }
  if (isFound) return -1;
  throw new ConfigError('There is no message of yours to withdraw.');
}
