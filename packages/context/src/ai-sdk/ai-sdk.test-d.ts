import type * as ai7 from 'ai';
import type * as ai6 from 'ai-6';
import { assertType, test } from 'vitest';

import {
  type appendNewMessages,
  type ContextMiddleware,
  type createAgentHooks,
  type createHistoryTools,
  type createMessageMetadata,
  type createToolSearch,
  type handleChat,
  type MarkedRequest,
  type PrepareStep,
  type SessionUiMessage,
  type syncMessages,
  toAiSdk6Message,
} from './index.js';
import type { PreparedRequest, Session } from '../index.js';

declare const middleware: ContextMiddleware;
declare const prepareStep: PrepareStep;
declare const historyTools: ReturnType<typeof createHistoryTools>;
declare const metadata: ReturnType<typeof createMessageMetadata>;
declare const marked: MarkedRequest;
declare const session: Session;
declare const prepared: PreparedRequest;

// promise: any-12
test('the middleware is one of AI SDK 7 and 6', () => {
  assertType<ai7.LanguageModelMiddleware>(middleware);
  assertType<ai6.LanguageModelMiddleware>(middleware);
});

test('prepareStep is one of AI SDK 7 and 6', () => {
  assertType<ai7.PrepareStepFunction<ai7.ToolSet>>(prepareStep);
  assertType<ai6.PrepareStepFunction>(prepareStep);
});

test('history tools are tools of both', () => {
  assertType<ai7.ToolSet>(historyTools);
  assertType<ai6.ToolSet>(historyTools);
});

test('message metadata is a callback of both', () => {
  assertType<ai7.UIMessageStreamOptions<ai7.UIMessage>['messageMetadata']>(metadata);
  assertType<ai6.UIMessageStreamOptions<ai6.UIMessage>['messageMetadata']>(metadata);
});

test('marked requests go into a call as they are', () => {
  assertType<ai7.Instructions>(marked.instructions);
  assertType<ai7.ModelMessage[]>(marked.messages);
  assertType<ai6.SystemModelMessage>(marked.instructions);
});

// promise: any-12
test('what a call answered can be appended', () => {
  type History = Parameters<typeof appendNewMessages>[1];
  assertType<History>([] as ai7.ModelMessage[]);
});

// promise: any-12
test('a loop by hand type-checks with AI SDK 6: prepared, converted, answered, appended', () => {
  assertType<ai6.ModelMessage[]>(prepared.messages.map(toAiSdk6Message));
  assertType<ai6.ModelMessage[]>(marked.messages.map(toAiSdk6Message));
  assertType<Promise<unknown>>(session.append([] as ai6.ModelMessage[]));
  assertType<Promise<unknown>>(session.append({} as ai6.ModelMessage));
  type Result = ai6.GenerateTextResult<ai6.ToolSet, never>;
  assertType<Promise<unknown>>(session.append({} as Result['response']['messages']));
});

test('a loop by hand type-checks with AI SDK 7 with and without a conversion', () => {
  assertType<ai7.ModelMessage[]>(prepared.messages.map(toAiSdk6Message));
  assertType<ai7.ModelMessage[]>(prepared.messages);
  assertType<Promise<unknown>>(session.append([] as ai7.ModelMessage[]));
});

// promise: any-12
test('hooks, tool search, chat routes and UI messages go with both', () => {
  const hooks = {} as ReturnType<typeof createAgentHooks>;
  assertType<ai7.PrepareStepFunction<ai7.ToolSet>>(hooks.prepareStep);
  assertType<ai6.PrepareStepFunction>(hooks.prepareStep);
  assertType<ai7.GenerateTextOnStepEndCallback>(hooks.onStepEnd);
  assertType<ai6.GenerateTextOnStepFinishCallback<ai6.ToolSet>>(hooks.onStepFinish);
  const search = {} as unknown as ReturnType<typeof createToolSearch>;
  assertType<ai7.ToolSet>(search);
  assertType<ai6.ToolSet>(search);
  type ChatModel = Parameters<typeof handleChat>[0]['model'];
  assertType<ChatModel>({} as Exclude<ai7.LanguageModel, string>);
  assertType<ChatModel>({} as Exclude<ai6.LanguageModel, string>);
  type Posted = Parameters<typeof syncMessages>[1];
  assertType<Posted>([] as ai7.UIMessage[]);
  assertType<Posted>([] as ai6.UIMessage[]);
  assertType<SessionUiMessage['role']>({} as ai7.UIMessage['role']);
});
