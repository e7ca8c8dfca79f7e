import { type Entry, isUserEntry } from '@everlong/core';
import { redactSecrets } from '@everlong/redaction';

import { ends } from './ends.js';
import { isProgramMessage } from './program-messages.js';
import { isRedacted } from './redact-entries.js';

/** Characters other than a line feed that can end a line. */
const otherLineEnds = /\r(?!\n)|[\v\f\u0085\u2028\u2029]/g;

/** Of a longer text only so much at either end is read: nobody writes that much by hand. */
const MAX_END_LENGTH = 500_000;

/**
 * What the user or the assistant said in an entry, without reasoning, calls and secrets. All line
 * ends become line feeds, so that a quote of one line stays one line. Of texts beyond 1,000,000
 * characters their ends.
 */
export function spokenText(entry: Pick<Entry, 'message'>): string {
  const { content } = entry.message;
  const texts =
    typeof content === 'string'
      ? [content]
      : content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  const parts = ends(texts.join('\n'), MAX_END_LENGTH);
  // Joined, texts without secrets may reveal one.
  const isClean = texts.length <= 1 && parts.length === 1 && isRedacted(entry);
  const read = parts.join('\n');
  return (isClean ? read : redactSecrets(read)).replace(otherLineEnds, '\n');
}

/**
 * The user's own words in an entry, without the tagged blocks that agents add (reminders, outputs
 * of commands, the view of an editor). Empty if the user wrote nothing in the entry, but a program.
 */
export function userText(entry: Entry): string {
  const own = isUserEntry(entry) ? withoutProgramBlocks(spokenText(entry)).trim() : '';
  const isProgram = interruption.test(own) || beginsWithTable(own) || isProgramMessage(own, entry);
  return isProgram ? '' : own;
}

/** Of a longer line only so much is read. */
const MAX_HEAD_LENGTH = 200;

/** Whether the first line stands in columns: a program's progress or table in the user's role. */
function beginsWithTable(text: string): boolean {
  const [head = ''] = text.slice(0, MAX_HEAD_LENGTH).split('\n');
  return head.trim().split(/\s{2,}/).length > 3;
}

const interruption = /^\[Request interrupted by user[^\]\n]{0,40}\]$/;

/** Tags of Claude Code, Codex, mini-SWE-agent and similar agents. Other tags are the user's own. */
const programTag =
  /^(?:system-reminder|(?:ide|environment|tool|function)_\w+|(?:local-)?command-[\w-]+|bash-\w+|task-[\w-]+|turn_aborted|output|output_\w+|elided_\w+|returncode|warning)$/;

/** The text of a file that the user named, added by an editor. */
const attachmentTag =
  /^(?:file|file_content|folder_content|document|attachment|url_content) [\w-]+=/;
/** The whole message is a program's report that a task ended. */
const reportTag = '<task-notification>';

function withoutProgramBlocks(text: string): string {
  if (!text.includes('</')) return text;
  if (text.trimStart().startsWith(reportTag)) return '';
  const lastClose = new Map(
    [...text.matchAll(/<\/([a-z][\w-]{1,40})>/g)].map(({ 1: name, index }) => [name, index]),
  );
  let kept = '';
  let from = 0;
  for (const match of text.matchAll(/<([a-z][\w-]{1,40})( [\w-]+="[^"\n]{0,400}")?>/g)) {
    const [tag, name = '', attribute] = match;
    const isProgram =
      attribute === undefined ? programTag.test(name) : attachmentTag.test(name + attribute);
    if (match.index < from || (lastClose.get(name) ?? -1) < match.index || !isProgram) continue;
    const close = text.indexOf(`</${name}>`, match.index + tag.length);
    kept += text.slice(from, match.index);
    from = close + name.length + 3;
  }
  return kept + text.slice(from);
}
