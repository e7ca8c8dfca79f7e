import { type Entry, isUserEntry, redactSecrets } from '@everlong/core';

/** What the user or the assistant said in an entry, without reasoning, calls and secrets. */
export function spokenText({ message }: Pick<Entry, 'message'>): string {
  const { content } = message;
  if (typeof content === 'string') return redactSecrets(content);
  const texts = content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return redactSecrets(texts.join('\n'));
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
  /^(?:system-reminder|(?:ide|environment|tool|function)_\w+|(?:local-)?command-[\w-]+|bash-\w+|task-[\w-]+|output|output_\w+|returncode|warning)$/;

function withoutProgramBlocks(text: string): string {
  if (!text.includes('</')) return text;
  const unclosed = new Set<string>();
  let kept = '';
  let from = 0;
  for (const match of text.matchAll(/<([a-z][\w-]{1,40})>/g)) {
    const [tag, name = ''] = match;
    if (match.index < from || unclosed.has(name) || !programTag.test(name)) continue;
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
