import type * as ai7 from 'ai';
import type * as ai6 from 'ai-6';
import { assertType, test } from 'vitest';

import type {
  appendNewMessages,
  ContextMiddleware,
  createHistoryTools,
  MarkedRequest,
  createAgentHooks,
  createMessageMetadata,
  createToolSearch,
  handleChat,
  PrepareStep,
  SessionUiMessage,
  syncMessages,
} from './index.js';

declare const middleware: ContextMiddleware;
declare const prepareStep: PrepareStep;
declare const historyTools: ReturnType<typeof createHistoryTools>;
declare const metadata: ReturnType<typeof createMessageMetadata>;
declare const marked: MarkedRequest;

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

test('what a call answered can be appended', () => {
  type History = Parameters<typeof appendNewMessages>[1];
  assertType<History>([] as ai7.ModelMessage[]);
});

test('hooks, tool search, chat routes and UI messages go with both', () => {
  const hooks = {} as ReturnType<typeof createAgentHooks>;
  assertType<ai7.PrepareStepFunction<ai7.ToolSet>>(hooks.prepareStep);
  assertType<ai6.PrepareStepFunction>(hooks.prepareStep);
  assertType<ai7.GenerateTextOnStepEndCallback<ai7.ToolSet>>(hooks.onStepEnd);
  assertType<ai6.GenerateTextOnStepFinishCallback<ai6.ToolSet>>(hooks.onStepFinish);
  assertType<ai7.ToolSet>({} as ReturnType<typeof createToolSearch>);
  assertType<ai6.ToolSet>({} as ReturnType<typeof createToolSearch>);
  type ChatModel = Parameters<typeof handleChat>[0]['model'];
  assertType<ChatModel>({} as Exclude<ai7.LanguageModel, string>);
  assertType<ChatModel>({} as Exclude<ai6.LanguageModel, string>);
  type Posted = Parameters<typeof syncMessages>[1];
  assertType<Posted>([] as ai7.UIMessage[]);
  assertType<Posted>([] as ai6.UIMessage[]);
  assertType<SessionUiMessage['role']>({} as ai7.UIMessage['role']);
});
