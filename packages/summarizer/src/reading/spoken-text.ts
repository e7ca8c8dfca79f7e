import { type Entry, isUserEntry } from '@everlong/core';
import { redactSecrets } from '@everlong/redaction';

/** What else than a line feed a reader may take for the end of a line. */
const otherLineEnds = /\r(?!\n)|[\v\f\u0085\u2028\u2029]/g;

/**
 * What the user or the assistant said in an entry, without reasoning, calls and secrets. All its
 * lines end in line feeds, so that no quote of one line is taken for several.
 */
export function spokenText({ message }: Pick<Entry, 'message'>): string {
  const { content } = message;
  const text =
    typeof content === 'string'
      ? content
      : content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  return redactSecrets(text).replace(otherLineEnds, '\n');
}

/**
 * The user's own words in an entry: without the blocks in tags that agents put around or instead
 * of them (reminders, outputs of commands, what an editor shows). Empty where the entry is not the
 * user's or holds nothing else.
 */
export function userText(entry: Entry): string {
  const own = isUserEntry(entry) ? withoutProgramBlocks(spokenText(entry)).trim() : '';
  return interruption.test(own) ? '' : own;
}

const interruption = /^\[Request interrupted by user[^\]\n]{0,40}\]$/;

/** Tags of Claude Code, Codex, mini-SWE-agent and their kin. Other tags are the user's own. */
const programTag =
  /^(?:system-reminder|(?:ide|environment|tool|function)_\w+|(?:local-)?command-[\w-]+|bash-\w+|task-[\w-]+|output|output_\w+|elided_\w+|returncode|warning)$/;

/** What editors put into a message: the text of a file that the user named. */
const attachmentTag =
  /^(?:file|file_content|folder_content|document|attachment|url_content) [\w-]+=/;
/** A program that reports the end of a task speaks in the whole message. */
const reportTag = '<task-notification>';

function withoutProgramBlocks(text: string): string {
  if (!text.includes('</')) return text;
  if (text.trimStart().startsWith(reportTag)) return '';
  const unclosed = new Set<string>();
  let kept = '';
  let from = 0;
  for (const match of text.matchAll(/<([a-z][\w-]{1,40})( [\w-]+="[^"\n]{0,400}")?>/g)) {
    const [tag, name = '', attribute] = match;
    const isProgram =
      attribute === undefined ? programTag.test(name) : attachmentTag.test(name + attribute);
    if (match.index < from || unclosed.has(name) || !isProgram) continue;
    const close = text.indexOf(`</${name}>`, match.index + tag.length);
    if (close < 0) {
      unclosed.add(name);
    } else {
      kept += text.slice(from, match.index);
      from = close + name.length + 3;
    }
  }
  return kept + text.slice(from);
}
