import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { CompactResult } from '@everlong/context';
import { ConfigError } from '@everlong/core';
import { errorText } from '../errors/error-text.js';
import { isMissingFile } from '../errors/missing-file.js';
import { formatPreview } from '../output/compaction-preview.js';
import { formatNumber } from '../output/format-number.js';
import type { Chat } from '../chat/chat.js';
import type { SlashCommand } from './slash-command.js';

/** Commands that compact, preview a compaction and undo it. */
export const compactionCommands: readonly SlashCommand[] = [
  {
    names: ['summarize', 'compact', 'compress'],
    usage: '/summarize [instructions | --preview | --from FILE]',
    does: 'compact now, preview what it would keep and drop, or use a snapshot from a file',
    argument: 'optional',
    async run(chat, argument, terminal, _loop, abortSignal) {
      const [, option = '', rest = ''] = /^(--\S+)?\s*(.*)$/s.exec(argument) ?? [];
      if (option === '--preview') {
        if (rest.startsWith('--')) {
          throw new ConfigError(`/summarize --preview takes instructions only, not ${rest}.`);
        }
        const preview = await chat.session.compact({
          preview: true,
          abortSignal,
          ...toInstructions(rest),
        });
        for (const line of formatPreview(preview, terminal.colors.bold)) terminal.print(line);
        return;
      }
      if (option !== '' && option !== '--from') {
        throw new ConfigError(
          `/summarize has no option ${option}. There are --preview and --from; ` +
            'instructions begin with no "--".',
        );
      }
      const result =
        option === '--from'
          ? await compactFrom(chat, rest)
          : await chat.session.compact({ abortSignal, ...toInstructions(argument) });
      terminal.print(describe(result, 'Compacted', 'Nothing to compact'));
    },
  },
  {
    names: ['undo'],
    usage: '/undo',
    does: 'undo the newest compaction',
    argument: 'none',
    async run(chat, _argument, terminal) {
      const { session, instructions, tools } = chat;
      const result = await session.undoCompaction();
      terminal.print(describe(result, 'Undone', 'Nothing to undo'));
      const { next } = session.state({ instructions, tools });
      if (!result.compacted || next.action === 'keep') return;
      terminal.note(`The next request compacts again: ${next.reason}.`);
    },
  },
];

function toInstructions(instructions: string): { instructions?: string } {
  return instructions === '' ? {} : { instructions };
}

async function compactFrom({ session, cwd }: Chat, file: string): Promise<CompactResult> {
  if (file === '') throw new ConfigError('/summarize --from needs a file with the snapshot.');
  const snapshot = await readFile(resolve(cwd, file), 'utf8').catch((error: unknown) => {
    const problem = isMissingFile(error) ? 'there is no such file' : errorText(error);
    throw new ConfigError(`Cannot read ${file}: ${problem}. Give the file with the snapshot.`);
  });
  return session.compact({ snapshot });
}

function describe(result: CompactResult, done: string, otherwise: string): string {
  const { compacted, epoch, tokensBefore, tokensAfter, reason } = result;
  if (!compacted) return `${otherwise}: ${reason}`;
  const [before, after] = [formatNumber(tokensBefore), formatNumber(tokensAfter)];
  if (done === 'Undone') return `Undone, in epoch ${epoch}: ${before} -> ${after} tokens`;
  return tokensAfter > tokensBefore
    ? `${done} to epoch ${epoch}: the request grew from ${before} to ${after} tokens`
    : `${done} to epoch ${epoch}: ${before} -> ${after} tokens`;
}
