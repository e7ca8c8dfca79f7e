import { abortOnInterrupt } from '../output/abort-on-interrupt.js';
import { type ExitCode, exitCodes } from '../output/exit-code.js';
import type { Terminal } from '../output/terminal.js';
import type { Chat } from './open-chat.js';
import type { TurnResult } from './turn.js';
import { createTurnOutput, type OutputKind } from './turn-output.js';

/** Answers one prompt. Ctrl-C ends it; what was complete is kept. */
export async function runSingleTurn(
  chat: Chat,
  prompt: string,
  kind: OutputKind,
  terminal: Terminal,
): Promise<ExitCode> {
  const { signal, release } = abortOnInterrupt();
  const { id, agent } = chat.session;
  if (kind === 'stream-json') terminal.print(JSON.stringify({ type: 'session', id, agent }));
  try {
    const output = createTurnOutput(kind, terminal);
    const result = await chat.send(prompt, { signal, onEvent: output.onEvent });
    output.end(result, { id, agent, state: chat.session.state() });
    return exitCodeOfTurn(result);
  } finally {
    release();
  }
}

function exitCodeOfTurn(result: TurnResult): ExitCode {
  switch (result.status) {
    case 'done':
      return exitCodes.ok;
    case 'interrupted':
      return exitCodes.interrupted;
    case 'overflow':
      return exitCodes.overflow;
    case 'provider-error':
      return exitCodes.provider;
    case 'step-limit':
      return exitCodes.failure;
  }
}
