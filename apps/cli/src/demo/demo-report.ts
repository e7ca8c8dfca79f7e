import { relative } from 'node:path';
import type { ContextState } from '@everlong/context';
import { formatGauge } from '../output/context-gauge.js';
import { describeCompaction } from '../chat/turn-output.js';
import type { TurnEvent } from '../chat/turn.js';
import { formatNumber } from '../output/format-number.js';
import type { Terminal } from '../output/terminal.js';
import type { AskedQuestion, QuestionResult } from './ask-question.js';
import type { ReadingProgress, ReadingResult } from './read-folder.js';
import type { Workspace } from './workspace.js';

/** Tells the demo's story as it happens: the story on stdout, the live line on stderr. */
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
    begin({ files, source }, session, { window, inputBudget }) {
      const found = source === 'git' ? 'tracked by git' : 'found by walking the folder';
      terminal.print(colors.bold('everlong demo: a long session in a small window'));
      terminal.print(
        'The model is a script, not an AI: it needs no key and no network. Its tools, its requests\n' +
          'and the stored session are real.',
      );
      terminal.print(`  folder   ${root} (${formatNumber(files.length)} files ${found})`);
      terminal.print(
        `  window   ${formatNumber(window)} tokens, of which ${formatNumber(inputBudget)} for a request`,
      );
      terminal.print(`  session  ${session.id} in ${session.file}`);
      heading('Reading the folder');
    },
    progress({ turn, steps, messages, historyTokens, state, doing, turnEnded }) {
      const request = formatNumber(state.used.total);
      if (turnEnded) {
        terminal.print(
          `  turn ${turn}: ${steps} calls, ${messages} messages, ${formatNumber(historyTokens)} tokens ` +
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
    readingEnded({ messages, historyTokens, largestRequestTokens, compactions, ended }, window) {
      const windows = (historyTokens / window).toFixed(1);
      terminal.print(
        `  ${formatNumber(messages)} messages with ${formatNumber(historyTokens)} tokens: ${windows} windows. ` +
          `${compactions} compactions; the largest request had ${formatNumber(largestRequestTokens)}.`,
      );
      if (ended === 'nothing-left') {
        terminal.print(
          '  The folder holds too little to fill five windows; start the demo in a larger one.',
        );
      } else if (ended === 'step-limit') {
        terminal.print('  Stopped at the limit that --steps sets.');
      }
    },
    gauge(state, toolCount, messageCount) {
      terminal.print();
      const options = { colors, toolCount, messageCount, withoutModel: true };
      for (const line of formatGauge(state, options)) terminal.print(line);
    },
    question({ text, seq, inRequest }) {
      heading('A question, answered from the session on disk, opened anew');
      terminal.print(`  ${text}`);
      const place = inRequest
        ? 'still in the request: the folder is small'
        : 'no longer in the request';
      terminal.print(`  (it was read in entry ${seq}, ${place})`);
    },
    look(event) {
      if (event.type !== 'tool-call') return;
      terminal.print(`    ${event.name} ${JSON.stringify(event.input)}`);
    },
    answer({ answer, correct, value }) {
      const verdict = correct
        ? colors.green('correct, letter by letter')
        : colors.red(`wrong: it is ${value}`);
      terminal.print(`  Answer: ${answer || 'none'} (${verdict})`);
    },
    scores(table) {
      heading('What each policy would have sent, on the session just recorded');
      for (const line of table.trimEnd().split('\n')) terminal.print(`  ${line}`.trimEnd());
    },
    end(files, commands) {
      heading('Files');
      const width = Math.max(...files.map(({ what }) => what.length));
      for (const { what, path } of files)
        terminal.print(`  ${what.padEnd(width)}  ${shortPath(root, path)}`);
      heading('What to type next');
      for (const command of commands) terminal.print(`  ${command}`);
    },
  };
}

function shortPath(root: string, path: string): string {
  const fromHere = relative(root, path);
  return fromHere.startsWith('..') ? path : fromHere;
}
