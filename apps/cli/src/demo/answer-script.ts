import type { RequestView, SeenCall } from './request-view.js';
import type { ScriptStep } from './script-step.js';

/** An exact value in a file: of a key, or a whole line. */
export type Target = { path: string } & ({ key: string } | { line: number });

const keyPattern = /exact value of `([^`\n]+)` in `([^`\n]+)`/;
const linePattern = /exact text of line (\d+) of `([^`\n]+)`/;
/** A line as read_file writes it: number, key, value. */
const keyedLine =
  /^\d+:\s*(?:(?:export|const|let|static|readonly)\s+)*["']?([A-Za-z@][\w@./-]*)["']?\s*[:=]\s*["'`]?([^"'`\s,;]+)["'`]?[,;]?$/;

/** The question about a target, in the words that `answerQuestion` understands. */
export function questionText(target: Target): string {
  const what =
    'key' in target
      ? `value of \`${target.key}\` in \`${target.path}\``
      : `text of line ${target.line} of \`${target.path}\``;
  return `You read it early on: what is the exact ${what}?`;
}

export function isQuestion(text: string): boolean {
  return keyPattern.test(text) || linePattern.test(text);
}

/** Key and value of a line of read_file's output, if it has that form. */
export function keyAndValue(line: string): { key: string; value: string } | undefined {
  const [, key, value] = keyedLine.exec(line) ?? [];
  return key === undefined || value === undefined ? undefined : { key, value };
}

/** Number and text of a line of read_file's output. */
export function numberedLine(line: string): { number: number; text: string } | undefined {
  const [, number, text] = /^(\d+): (.*)$/.exec(line) ?? [];
  return number === undefined || text === undefined ? undefined : { number: Number(number), text };
}

/**
 * The next step towards the answer: search the stored history, open the hits one by one, then
 * answer with the exact value, or say that it was not found.
 */
export function answerQuestion({ task, calls }: RequestView): ScriptStep {
  const target = targetOf(task);
  const search = calls.find((call) => call.name === 'history_search');
  if (search === undefined) {
    const query = `${target.path} lines ${'key' in target ? target.key : ''}`.trimEnd();
    return {
      text: 'That is no longer in front of me. Searching the stored history.',
      call: { name: 'history_search', input: { query, limit: 20 } },
    };
  }
  const opened = openedEntries(calls);
  for (const text of opened.values()) {
    const answer = answerIn(text, target);
    if (answer !== undefined) return { text: `\`${answer}\`` };
  }
  const further = furtherLines(calls.at(-1));
  if (further !== undefined) {
    return { text: 'It goes on.', call: { name: 'history_expand', input: further } };
  }
  const hit = hitsOf(search).find((seq) => !opened.has(String(seq)));
  if (hit === undefined) return { text: 'The stored history does not hold it.' };
  return {
    text: `Opening entry ${hit}.`,
    call: { name: 'history_expand', input: { entries: [hit] } },
  };
}

function targetOf(task: string): Target {
  const [, key = '', path = ''] = keyPattern.exec(task) ?? [];
  if (key !== '') return { path, key };
  const [, line, ofPath = ''] = linePattern.exec(task) ?? [];
  return { path: ofPath, line: Number(line) };
}

function hitsOf({ result = '' }: SeenCall): number[] {
  return [...result.matchAll(/^entry (\d+):/gm)].map((match) => Number(match[1]));
}

/** The text of each entry opened so far, its pages joined. */
function openedEntries(calls: readonly SeenCall[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const { name, input, result = '' } of calls) {
    if (name !== 'history_expand') continue;
    const entry = String(input['entries']);
    texts.set(entry, `${texts.get(entry) ?? ''}\n${result}`);
  }
  return texts;
}

/** The value, if the opened entry is a reading of the file that holds it. */
function answerIn(text: string, target: Target): string | undefined {
  if (!text.includes(`\n${target.path}: lines `)) return undefined;
  for (const line of text.split('\n')) {
    if ('key' in target) {
      const found = keyAndValue(line);
      if (found?.key === target.key) return found.value;
    } else {
      const found = numberedLine(line);
      if (found?.number === target.line) return found.text.trim();
    }
  }
  return undefined;
}

/** The arguments that open the next page of an entry, if the last call returned only a page. */
function furtherLines(call: SeenCall | undefined): Record<string, unknown> | undefined {
  if (call?.name !== 'history_expand') return undefined;
  const [, line] = /\[\d+ more lines, from line (\d+)\]\s*$/.exec(call.result ?? '') ?? [];
  if (line === undefined) return undefined;
  return { entries: call.input['entries'], from_line: Number(line) };
}
