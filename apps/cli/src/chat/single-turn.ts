import { abortOnInterrupt, type Interrupts, onEnding } from '../output/interrupts.js';
import { type ExitCode, exitCodes } from '../errors/exit-code.js';
import type { Terminal } from '../output/terminal.js';
import type { Chat } from './chat.js';
import type { TurnResult } from './turn.js';
import { createTurnOutput, type OutputKind } from './turn-output.js';

/** Answers one prompt. Ctrl-C or an end of the process interrupts it; complete parts are kept. */
export async function runSingleTurn(
  chat: Chat,
  prompt: string,
  kind: OutputKind,
  { terminal, interrupts }: { terminal: Terminal; interrupts: Interrupts },
): Promise<ExitCode> {
  const { signal: interrupted, release } = abortOnInterrupt(interrupts);
  const ending = new AbortController();
  const releaseEnding = onEnding(() => ending.abort());
  const signal = AbortSignal.any([interrupted, ending.signal]);
  const { id, agent } = chat.session;
  if (kind === 'stream-json') terminal.json({ type: 'session', id, agent });
  const output = createTurnOutput(kind, terminal);
  try {
    const result = await chat.send(prompt, { signal, onEvent: output.onEvent });
    output.end(result, { id, agent, state: chat.session.state() });
    return exitCodeOfTurn(result);
  } catch (error) {
    output.breakOff();
    throw error;
  } finally {
    release();
    releaseEnding();
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
