import { redactSecrets } from '@everlong/redaction';
import { errorText } from '../errors/error-text.js';
import { createChooser } from '../output/ask.js';
import { formatTokensLine } from '../output/context-gauge.js';
import { type ExitCode, exitCodes } from '../errors/exit-code.js';
import { formatNumber } from '../output/format-number.js';
import { type Interrupts, onEnding } from '../output/interrupts.js';
import type { InputStream, OutputStream, Terminal } from '../output/terminal.js';
import type { Chat } from '../chat/chat.js';
import { showCompaction, showWarnings } from '../chat/show-warnings.js';
import { type ChatLines, createChatLines } from './chat-lines.js';
import type { LoopState } from './slash-command.js';
import { completeCommand, isSlashCommand, runSlashCommand } from './run-slash-command.js';
import type { TurnResult } from '../chat/turn.js';
import { createTurnOutput } from '../chat/turn-output.js';

export interface LoopStreams {
  stdin: InputStream;
  stderr: OutputStream;
  terminal: Terminal;
  interrupts: Interrupts;
}

/** What Ctrl-C acts on. */
interface LoopInterrupts {
  /** How often Ctrl-C was pressed in a row. */
  count: number;
  /** The running turn or command. */
  running: AbortController | undefined;
  /** The lines of a message that is continued on the next one. */
  message: string;
}

/**
 * Reads one message per line until the input ends or /quit. The first Ctrl-C stops the running turn
 * or command, or discards what is typed and asks for a second one; the second in a row leaves with
 * the exit code of an interrupt, as does an end of the process. On a terminal an error of a turn is
 * reported and the chat continues; elsewhere it rejects.
 */
export async function runInteractiveChat(chat: Chat, streams: LoopStreams): Promise<ExitCode> {
  const { terminal, interrupts } = streams;
  const lines = createChatLines(streams, completeCommand);
  const state: LoopInterrupts = { count: 0, running: undefined, message: '' };
  const interrupt = createInterrupt(state, lines, terminal);
  lines.onInterrupt(interrupt);
  const release = interrupts.listen(interrupt);
  const releaseEnding = onEnding(() => {
    state.count = 2;
    state.running?.abort();
    lines.close();
  });
  const hint = `Session ${chat.session.id} with ${chat.modelName}. /help lists the commands.`;
  terminal.note(terminal.noteColors.dim(hint));
  try {
    lines.prompt('> ');
    await readMessages(chat, terminal, lines, state);
  } finally {
    release();
    releaseEnding();
    lines.close();
  }
  return state.count >= 2 ? exitCodes.interrupted : exitCodes.ok;
}

function createInterrupt(state: LoopInterrupts, lines: ChatLines, terminal: Terminal): () => void {
  return () => {
    // Whoever has typed something since does not mean to leave.
    const hasText = state.message !== '' || lines.hasText();
    state.count = state.running === undefined && hasText ? 1 : state.count + 1;
    state.running?.abort();
    if (state.count >= 2) {
      lines.close();
    } else if (state.running !== undefined) {
      lines.giveUp();
    } else {
      state.message = '';
      lines.clear();
      terminal.note('\nPress Ctrl-C again to leave.');
      lines.prompt('> ');
    }
  };
}

async function readMessages(
  chat: Chat,
  terminal: Terminal,
  lines: ChatLines,
  state: LoopInterrupts,
): Promise<void> {
  const loop: LoopState = {
    showTokens: false,
    quit: false,
    ask: lines.ask,
    choose: lines.isTerminal ? createChooser(lines.ask, terminal) : undefined,
  };
  for (;;) {
    const line = await lines.next();
    if (line === undefined) {
      if (lines.isTerminal) terminal.note('');
      return;
    }
    if (state.count < 2) state.count = 0;
    if (line.endsWith('\\')) {
      state.message += `${line.slice(0, -1)}\n`;
      lines.prompt('… ');
      continue;
    }
    const text = (state.message + line).trim();
    state.message = '';
    state.running = new AbortController();
    const { signal } = state.running;
    if (isSlashCommand(text)) {
      showCompaction(chat, terminal);
      await runSlashCommand(text, { chat, terminal, loop, signal });
      // What a command has done it has told.
      chat.takeCompaction();
    } else if (text !== '') {
      await answer(chat, text, terminal, loop, signal).catch((error: unknown) => {
        if (!lines.isTerminal) throw error;
        terminal.note(terminal.noteColors.red(redactSecrets(`error: ${errorText(error)}`)));
      });
    }
    state.running = undefined;
    showWarnings(chat, terminal);
    if (loop.quit || state.count >= 2) return;
    state.count = 0;
    lines.prompt('> ');
  }
}

async function answer(
  chat: Chat,
  text: string,
  terminal: Terminal,
  loop: LoopState,
  signal: AbortSignal,
): Promise<void> {
  const output = createTurnOutput('text', terminal);
  const result = await chat
    .send(text, { signal, onEvent: output.onEvent })
    .catch((error: unknown) => {
      output.breakOff();
      throw error;
    });
  const state = chat.session.state();
  output.end(result, { id: chat.session.id, agent: chat.session.agent, state });
  if (!loop.showTokens) return;
  terminal.note(terminal.noteColors.dim(formatTokensLine(state)));
  const response = responseLine(result);
  if (response !== undefined) terminal.note(terminal.noteColors.dim(response));
}

/** The token counts that the provider reported for the last call of the turn, if any. */
function responseLine(result: TurnResult): string | undefined {
  if (result.status !== 'done') return undefined;
  const { inputTokens, outputTokens } = result.usage;
  if (outputTokens === undefined) return undefined;
  const request = inputTokens === undefined ? '' : ` (request: ${formatNumber(inputTokens)})`;
  return `response: ${formatNumber(outputTokens)} tokens${request}`;
}
