import {
  type Entry,
  isErrorOutput,
  originOf,
  type SessionInfo,
  toolOutputText,
} from '@everlong/core';
import { jsonText } from '@everlong/core/internal';
import { counted } from './format-number.js';
import { oneLine, plainText } from './plain-text.js';
import type { IsWithdrawn } from './withdrawn-entries.js';

/** Characters of a tool's result that the export shows; the session holds the rest. */
const maxResultCharacters = 2000;

/**
 * A conversation as readable Markdown: messages and abridged tool calls, without terminal control
 * characters. What the user took back is marked as withdrawn.
 */
export async function* exportMarkdown(
  info: SessionInfo,
  entries: AsyncIterable<Entry>,
  isWithdrawn: IsWithdrawn,
): AsyncGenerator<string> {
  yield plainText(`# ${oneLine(info.title ?? `Session ${info.id}`)}\n\n`);
  yield `${exportedFrom(info)}, started ${info.createdAt}, ${counted(info.entryCount, 'message')}.\n`;
  for await (const entry of entries) {
    yield plainText(`\n## ${headingOf(entry, isWithdrawn(entry))}\n\n${bodyOf(entry)}\n`);
  }
}

/** Words of an export that no other session's has. */
export function exportedFrom({ agent, id }: Pick<SessionInfo, 'agent' | 'id'>): string {
  return `Agent ${agent}, session \`${id}\``;
}

function headingOf(entry: Entry, isWithdrawn: boolean): string {
  const origin = originOf(entry);
  const names = { user: 'User', assistant: 'Assistant', tool: 'Tool', system: 'System' };
  const name = names[entry.message.role];
  const marks = [
    ...(isWithdrawn ? ['withdrawn'] : []),
    ...(entry.message.role === 'user' && origin !== 'user' ? [origin] : []),
    ...(entry.metadata?.['interrupted'] === undefined ? [] : ['interrupted']),
  ];
  return marks.length === 0 ? name : `${name} (${marks.join(', ')})`;
}

function bodyOf({ message }: Entry): string {
  if (typeof message.content === 'string') return message.content;
  return message.content
    .map((part) => {
      switch (part.type) {
        case 'text':
          return part.text;
        case 'reasoning':
          return part.text.replaceAll(/^/gm, '> ');
        case 'tool-call':
          return `**${part.toolName}** \`${jsonText(part.input)}\``;
        case 'tool-result': {
          const failed = isErrorOutput(part.output) ? ' failed' : '';
          return `**${part.toolName}**${failed}:\n\n${fence(toolOutputText(part.output))}`;
        }
        case 'file':
          return `*[file: ${part.filename ?? part.mediaType}]*`;
        default:
          return `*[${part.type}]*`;
      }
    })
    .filter((text) => text !== '')
    .join('\n\n');
}

/** A code block whose fence is longer than any in the text. */
function fence(text: string): string {
  const shown =
    text.length <= maxResultCharacters
      ? text
      : `${text.slice(0, maxResultCharacters)}\n[${text.length - maxResultCharacters} more characters]`;
  const longest = Math.max(2, ...[...shown.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length));
  const ticks = '`'.repeat(longest + 1);
  return `${ticks}\n${shown}\n${ticks}`;
}
