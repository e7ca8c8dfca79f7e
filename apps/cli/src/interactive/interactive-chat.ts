import { createInterface, type Interface } from 'node:readline';
import { formatTokensLine } from '../output/context-gauge.js';
import { type ExitCode, exitCodes } from '../errors/exit-code.js';
import { formatNumber } from '../output/format-number.js';
import type { Interrupts } from '../output/interrupts.js';
import type { InputStream, OutputStream, Terminal } from '../output/terminal.js';
import type { Chat } from '../chat/chat.js';
import type { LoopState } from './slash-command.js';
import { runSlashCommand } from './run-slash-command.js';
import type { TurnResult } from '../chat/turn.js';
import { createTurnOutput } from '../chat/turn-output.js';

export interface LoopStreams {
  stdin: InputStream;
  stderr: OutputStream;
  terminal: Terminal;
  interrupts: Interrupts;
}

/** The running turn, and how often Ctrl-C was pressed in a row. */
interface LoopInterrupts {
  count: number;
  running: AbortController | undefined;
}

/**
 * Reads one message per line until the input ends or /quit. The first Ctrl-C stops the running turn
 * or asks for a second one; the second in a row leaves with the exit code of an interrupt.
 */
export async function runInteractiveChat(chat: Chat, streams: LoopStreams): Promise<ExitCode> {
  const { stdin, stderr, terminal, interrupts } = streams;
  const isTerminal = stdin.isTTY === true;
  const lines = createInterface({
    input: stdin,
    // stdout is for data only.
    ...(isTerminal ? { output: stderr } : {}),
    terminal: isTerminal,
  });
  const state: LoopInterrupts = { count: 0, running: undefined };
  const prompt = (text: string): void => {
    if (!isTerminal) return;
    lines.setPrompt(text);
    lines.prompt();
  };
  const interrupt = createInterrupt(state, lines, () => {
    terminal.note('\nPress Ctrl-C again to leave, or continue typing.');
    prompt('> ');
  });
  lines.on('SIGINT', interrupt);
  const release = interrupts.listen(interrupt);
  const hint = `Session ${chat.session.id} with ${chat.modelName}. /help lists the commands.`;
  terminal.note(terminal.noteColors.dim(hint));
  try {
    prompt('> ');
    await readMessages(chat, streams, lines, state, prompt);
  } finally {
    release();
    lines.close();
  }
  return state.count >= 2 ? exitCodes.interrupted : exitCodes.ok;
}

function createInterrupt(state: LoopInterrupts, lines: Interface, warn: () => void): () => void {
  return () => {
    state.count++;
    state.running?.abort();
    if (state.count >= 2) lines.close();
    else if (state.running === undefined) warn();
  };
}

async function readMessages(
  chat: Chat,
  { terminal, stdin }: LoopStreams,
  lines: Interface,
  state: LoopInterrupts,
  prompt: (text: string) => void,
): Promise<void> {
  const reader = lines[Symbol.asyncIterator]();
  const loop: LoopState = {
    showTokens: false,
    quit: false,
    async ask(question) {
      if (stdin.isTTY === true) prompt(question);
      else terminal.noteInline(question);
      const { value, done } = await reader.next();
      return done === true ? undefined : value;
    },
  };
  let message = '';
  for (;;) {
    const { value: line, done } = await reader.next();
    if (done === true) return;
    if (state.running === undefined && state.count < 2) state.count = 0;
    if (line.endsWith('\\')) {
      message += `${line.slice(0, -1)}\n`;
      prompt('… ');
      continue;
    }
    const text = (message + line).trim();
    message = '';
    if (text.startsWith('/')) {
      await runSlashCommand(text, chat, terminal, loop);
    } else if (text !== '') {
      state.running = new AbortController();
      await answer(chat, text, terminal, loop, state.running.signal);
      state.running = undefined;
    }
    if (loop.quit || state.count >= 2) return;
    state.count = 0;
    prompt('> ');
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
  const result = await chat.send(text, { signal, onEvent: output.onEvent });
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
