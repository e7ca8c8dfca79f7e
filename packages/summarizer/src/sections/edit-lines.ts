import type { Action } from '../actions/action.js';
import { baseName } from '../reading/base-name.js';
import { isCommit } from './file-table.js';

/** The key of `snapshot.sections` for the edits of files, as `updateEdits` writes them. */
export const EDITS = 'Edits';

/** The maximum number of edits carried; the oldest are removed. */
const MAX_EDITS = 40;
const lineForm = /^edited (.+) \(#(\d+)\): /;

/**
 * Lines ``edited file (#n): `old line` → `new line` ``: of each edit that took place a line
 * that it changed. What was deleted since has none, nor what was restored and no commit holds.
 */
export function updateEdits(
  previous: readonly string[] = [],
  actions: readonly Action[] = [],
): string[] {
  let lines = [...previous];
  let committedSeq = -1;
  for (const action of actions) {
    const { verb, target, seq, error, refused } = action;
    if (error !== undefined || refused === true) continue;
    if (isCommit(action)) committedSeq = seq;
    if (verb === 'restored' || verb === 'deleted') {
      lines = lines.filter((line) => {
        const [, name, from] = lineForm.exec(line) ?? [];
        const isOther = target !== '.' && name !== baseName(target);
        return isOther || (verb === 'restored' && Number(from) <= committedSeq);
      });
    }
    const line = editLine(action);
    if (line !== undefined) lines.push(line);
  }
  return [...new Set(lines)].slice(-MAX_EDITS);
}

/** As many of the newest lines as fit, in order, each with a list mark; none that is visible. */
export function editLines(
  lines: readonly string[],
  { maxTokens, count, visibleText }: EditLinesOptions,
): string[] {
  const kept: string[] = [];
  let tokens = 0;
  for (const line of lines.toReversed()) {
    const [, after = ''] = /(?: added|→) `([^`]*)`$/.exec(line) ?? [];
    if (after !== '' && visibleText.includes(after)) continue;
    const shown = `- ${line}`;
    const cost = count(`${shown}\n`);
    if (tokens + cost > maxTokens) break;
    tokens += cost;
    kept.unshift(shown);
  }
  return kept;
}

export interface EditLinesOptions {
  /** The lines, each with its line break, take at most this many tokens by `count`. */
  maxTokens: number;
  count(text: string): number;
  /** An edit whose new line this text contains needs no line. */
  visibleText: string;
}

function editLine({ verb, target, seq, change }: Action): string | undefined {
  const { before = '', after = '' } = change?.sample ?? {};
  if (verb !== 'edited' || target === '' || before + after === '') return undefined;
  const what =
    before === ''
      ? `added ${code(after)}`
      : after === ''
        ? `removed ${code(before)}`
        : `${code(before)} → ${code(after)}`;
  // The whole path stands among the changed files.
  return `edited ${baseName(target)} (#${seq}): ${what}`;
}

function code(line: string): string {
  return `\`${line.replaceAll('`', "'")}\``;
}
