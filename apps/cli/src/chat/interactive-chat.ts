import { createInterface } from 'node:readline';
import { formatTokensLine } from '../output/context-gauge.js';
import { type ExitCode, exitCodes } from '../output/exit-code.js';
import type { Terminal } from '../output/terminal.js';
import type { Chat } from './open-chat.js';
import { type LoopState, runSlashCommand } from './slash-commands.js';
import { createTurnOutput } from './turn-output.js';

/**
 * Reads a message a line until the input ends or /quit. The first Ctrl-C stops what is running, or
 * asks for a second one; the second one in a row leaves with the code of an interrupt.
 */
export async function runInteractiveChat(chat: Chat, terminal: Terminal): Promise<ExitCode> {
  const isTerminal = process.stdin.isTTY;
  const lines = createInterface({
    input: process.stdin,
    // The prompt is not data.
    ...(isTerminal ? { output: process.stderr } : {}),
    terminal: isTerminal,
  });
  const loop: LoopState = { showTokens: false, quit: false };
  let running: AbortController | undefined;
  let interrupts = 0;

  function interrupt(): void {
    interrupts++;
    if (interrupts >= 2) {
      running?.abort();
      lines.close();
    } else if (running === undefined) {
      terminal.note('\nPress Ctrl-C again to leave, or go on.');
      ask();
    } else {
      running.abort();
    }
  }

  function ask(continued = false): void {
    if (!isTerminal) return;
    lines.setPrompt(continued ? '… ' : '> ');
    lines.prompt();
  }

  lines.on('SIGINT', interrupt);
  process.on('SIGINT', interrupt);
  const hint = `Session ${chat.session.id} with ${chat.modelName}. /help lists the commands.`;
  terminal.note(terminal.noteColors.dim(hint));
  let message = '';
  try {
    ask();
    for await (const line of lines) {
      if (running === undefined && interrupts < 2) interrupts = 0;
      if (line.endsWith('\\')) {
        message += `${line.slice(0, -1)}\n`;
        ask(true);
        continue;
      }
      const text = (message + line).trim();
      message = '';
      if (text.startsWith('/')) {
        await runSlashCommand(text, chat, terminal, loop);
      } else if (text !== '') {
        running = new AbortController();
        await answer(chat, text, terminal, loop, running.signal);
        running = undefined;
      }
      if (loop.quit || interrupts >= 2) break;
      interrupts = 0;
      ask();
    }
  } finally {
    process.off('SIGINT', interrupt);
    lines.close();
  }
  return interrupts >= 2 ? exitCodes.interrupted : exitCodes.ok;
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
  if (loop.showTokens) terminal.note(terminal.noteColors.dim(formatTokensLine(state)));
}
