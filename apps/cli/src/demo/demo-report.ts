import { relative } from 'node:path';
import type { ContextState } from '@everlong/context';
import { formatGauge } from '../output/context-gauge.js';
import { describeCompaction } from '../chat/turn-output.js';
import type { TurnEvent } from '../chat/turn.js';
import { counted, formatNumber } from '../output/format-number.js';
import type { Styles, Terminal } from '../output/terminal.js';
import type { AskedQuestion, QuestionResult } from './ask-question.js';
import type { ReadingProgress, ReadingResult } from './read-folder.js';
import type { Workspace } from './workspace.js';

/** Reports the demo as it runs: lines on stdout, the live line on stderr. */
export interface DemoReport {
  begin(workspace: Workspace, session: { id: string; file: string }, state: ContextState): void;
  progress(progress: ReadingProgress): void;
  compaction(event: Extract<TurnEvent, { type: 'compaction' }>): void;
  readingEnded(result: ReadingResult, window: number): void;
  gauge(state: ContextState, toolCount: number, messageCount: number): void;
  question(question: AskedQuestion): void;
  look(event: TurnEvent): void;
  answer(result: QuestionResult): void;
  scores(table: string): void;
  end(files: readonly { what: string; path: string }[], commands: readonly string[]): void;
}

/** `root` is the folder that paths are shown from. */
export function createDemoReport(terminal: Terminal, root: string): DemoReport {
  const { colors } = terminal;
  const heading = (text: string): void => terminal.print(`\n${colors.bold(text)}`);

  return {
    begin(workspace, session, state) {
      for (const line of beginLines(workspace, session, state, colors)) terminal.print(line);
      heading('Reading the folder');
    },
    progress({ turn, steps, messages, historyTokens, state, doing, turnEnded }) {
      const request = formatNumber(state.used.total);
      if (turnEnded) {
        terminal.print(
          `  turn ${turn}: ${counted(steps, 'call')}, ${counted(messages, 'message')}, ` +
            `${formatNumber(historyTokens)} tokens ` +
            `of history; the newest request had ${request}`,
        );
      } else {
        terminal.live(
          `  turn ${turn}, call ${steps}, ${formatNumber(historyTokens)} tokens of history, ` +
            `request ${request}, epoch ${state.epoch}: ${doing}`,
        );
      }
    },
    compaction(event) {
      terminal.print(colors.cyan(`    ${describeCompaction(event)}`));
    },
    readingEnded(result, window) {
      for (const line of readingLines(result, window)) terminal.print(line);
    },
    gauge(state, toolCount, messageCount) {
      const options = { colors, toolCount, messageCount, withoutModel: true };
      for (const line of ['', ...formatGauge(state, options)]) terminal.print(line);
    },
    question({ text, seq, inRequest }) {
      heading('A question, answered from the session reopened from disk');
      const held = inRequest
        ? 'still in the request: the folder is small'
        : 'no longer in the request';
      terminal.print(`  ${text}\n  (it was read in entry ${seq}, ${held})`);
    },
    look(event) {
      if (event.type !== 'tool-call') return;
      terminal.print(`    ${event.name} ${JSON.stringify(event.input)}`);
    },
    answer: (result) => terminal.print(answerLine(result, colors)),
    scores(table) {
      heading('What each policy would have sent, on the session just recorded');
      for (const line of table.trimEnd().split('\n')) terminal.print(`  ${line}`.trimEnd());
    },
    end(files, commands) {
      heading('Files');
      for (const line of fileLines(root, files)) terminal.print(line);
      heading('What to type next');
      for (const command of commands) terminal.print(`  ${command}`);
    },
  };
}

function beginLines(
  { root, files, source }: Workspace,
  session: { id: string; file: string },
  { window, inputBudget }: ContextState,
  colors: Styles,
): string[] {
  const found = source === 'git' ? 'tracked by git' : 'found by walking the folder';
  return [
    colors.bold('everlong demo: a long session in a small window'),
    'The model is a script, not an AI: it needs no key and no network. Its tools, its requests',
    'and the stored session are real.',
    `  folder   ${root} (${counted(files.length, 'file')} ${found})`,
    `  window   ${formatNumber(window)} tokens, of which ${formatNumber(inputBudget)} for a request`,
    `  session  ${session.id} in ${session.file}`,
  ];
}

function readingLines(
  { messages, historyTokens, largestRequestTokens, compactions, ended }: ReadingResult,
  window: number,
): string[] {
  const windows = (historyTokens / window).toFixed(1);
  const line =
    `  ${formatNumber(messages)} messages with ${formatNumber(historyTokens)} tokens: ${windows} windows. ` +
    `${compactions} compactions; the largest request had ${formatNumber(largestRequestTokens)}.`;
  switch (ended) {
    case 'nothing-left':
      return [
        line,
        '  The folder is too small to fill five windows; start the demo in a larger one.',
      ];
    case 'step-limit':
      return [line, '  Stopped at the limit that --steps sets.'];
    default:
      return [line];
  }
}

function answerLine({ answer, correct, value }: QuestionResult, colors: Styles): string {
  const verdict = correct
    ? colors.green('correct, character by character')
    : colors.red(`wrong: it is ${value}`);
  return `  Answer: ${answer || 'none'} (${verdict})`;
}

function fileLines(root: string, files: readonly { what: string; path: string }[]): string[] {
  const width = Math.max(...files.map(({ what }) => what.length));
  return files.map(({ what, path }) => `  ${what.padEnd(width)}  ${shortPath(root, path)}`);
}

function shortPath(root: string, path: string): string {
  const fromHere = relative(root, path);
  return fromHere.startsWith('..') ? path : fromHere;
}
