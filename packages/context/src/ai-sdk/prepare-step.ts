import { ConfigError, type ModelMessage } from '@everlong/core';
import { checkOptions, type OptionNames, toAiSdk6Message } from '@everlong/core/internal';

import { checkSession } from '../config/check-parts.js';
import type { Session } from '../session-work/session.js';
import { appendNewMessages } from '../client-history/append-new-messages.js';
import type { MarkedInstructions } from '../prompt-cache/cache-breakpoints.js';
import { createCacheMarker } from '../prompt-cache/cache-marker.js';

/** What `createPrepareStep` takes. */
export interface PrepareStepOptions {
  /** Gets the steps' messages and makes their requests. */
  session: Session;
  /**
   * The caller's instructions. Default: those of the call; required with `ai` 6, which does not
   * pass them on.
   */
  instructions?: string;
  /** The tools of the call, so that they are counted: the SDK does not pass them on. */
  tools?: unknown;
  /** Whether cache markers of Anthropic and OpenAI are set; others ignore them. Default true. */
  cacheBreakpoints?: boolean;
  /** Whether tools wait to be found with `tool_search` (see `createToolSearch`). Default false. */
  deferTools?: boolean;
}

const OPTIONS: OptionNames<PrepareStepOptions> = {
  session: true,
  instructions: true,
  tools: true,
  cacheBreakpoints: true,
  deferTools: true,
};

/** For `prepareStep` of `generateText`, `streamText` and `ToolLoopAgent` in `ai` 6 and 7. */
export type PrepareStep = <Message extends { role: string }>(
  step: LoopStep<Message>,
) => Promise<PreparedStep<Message>>;

/**
 * What a step receives. `ai` 6 passes only `messages`: the call's and those of its steps so far.
 */
export interface LoopStep<Message> {
  messages: Message[];
  /** The model of the step. */
  model?: unknown;
  initialMessages?: Message[];
  responseMessages?: Message[];
  initialInstructions?: CallInstructions | undefined;
  /** User messages that come in during the loop, with this step. */
  experimental_steeringMessages?: Message[];
}

type CallInstructions = string | { content: string } | { content: string }[];

/** `instructions` for `ai` 7, `system` for `ai` 6. */
export interface PreparedStep<Message> {
  instructions?: MarkedInstructions;
  system?: MarkedInstructions;
  messages: Message[];
  /** With `deferTools`: names of the call's tools, whatever type it has for these. */
  activeTools?: never[];
  /** Of `createAgentHooks`: the model of the step, whose answers are watched. */
  model?: never;
}

/**
 * Renders every step of a tool loop from the session's log, so that a loop of any length stays
 * within the window. The messages of the call and of its steps that the log does not hold yet are
 * appended first. The last answer is not in any later step: append it with
 * `appendNewMessages`.
 */
export function createPrepareStep(options: PrepareStepOptions): PrepareStep {
  checkStepOptions('createPrepareStep', options);
  const { session, instructions, tools, cacheBreakpoints = true, deferTools = false } = options;
  const mark = createCacheMarker(cacheBreakpoints, session.model);

  return async <Message extends { role: string }>(step: LoopStep<Message>) => {
    const isVersion6 = step.initialMessages === undefined;
    const given = instructions ?? (isVersion6 ? undefined : textOf(step.initialInstructions));
    if (given === undefined) {
      throw new ConfigError(
        'AI SDK 6 does not pass the system prompt to prepareStep. ' +
          "Pass it as `instructions` to createPrepareStep (or '' if there is none).",
      );
    }
    await appendNewMessages(session, historyOf(step) as unknown as ModelMessage[]);
    const request = await session.prepare({ instructions: given, tools, deferTools });
    const marked = mark(request);
    const messages = isVersion6 ? marked.messages.map(toAiSdk6Message) : marked.messages;
    return {
      [isVersion6 ? 'system' : 'instructions']: marked.instructions,
      messages: messages as unknown as Message[],
      ...(request.activeTools === undefined ? {} : { activeTools: request.activeTools as never[] }),
    };
  };
}

/** Throws `ConfigError` for options that `createPrepareStep` does not have, or without a session. */
export function checkStepOptions(caller: string, options: PrepareStepOptions): void {
  checkOptions(caller, options, OPTIONS, { system: 'Use "instructions".' });
  checkSession(caller, options, ['append', 'prepare']);
}

/** Not `messages` where there is more to go by: they carry over what the last step returned. */
function historyOf<Message>(step: LoopStep<Message>): Message[] {
  const { initialMessages, responseMessages = [], experimental_steeringMessages = [] } = step;
  if (initialMessages === undefined) return step.messages;
  return [...initialMessages, ...responseMessages, ...experimental_steeringMessages];
}

function textOf(instructions: CallInstructions | undefined): string {
  if (instructions === undefined) return '';
  if (typeof instructions === 'string') return instructions;
  const list = Array.isArray(instructions) ? instructions : [instructions];
  return list.map(({ content }) => content).join('\n\n');
}
