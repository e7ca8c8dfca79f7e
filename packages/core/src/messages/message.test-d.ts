import type * as ai7 from 'ai';
import type * as ai6 from 'ai-6';
import { assertType, test } from 'vitest';

import type { AiSdk6Message, SharedAiSdkMessage } from './ai-sdk-6-message.js';
import type {
  AssistantPart,
  ModelMessage,
  ToolPart,
  ToolResultContent,
  ToolResultPart,
  UserMessage,
} from './message.js';

declare const ours: ModelMessage;
declare const version7: ai7.ModelMessage;

test('a message of AI SDK 7 is ours', () => {
  assertType<ModelMessage>(version7);
  assertType<ModelMessage[]>([] as ai7.ModelMessage[]);
});

test('our message is one of AI SDK 7', () => {
  assertType<ai7.ModelMessage>(ours);
  assertType<ai7.ModelMessage[]>([] as ModelMessage[]);
});

type Content6 = Extract<ai6.ToolResultPart['output'], { type: 'content' }>['value'][number];

test('a message of AI SDK 6 is ours, media in results apart', () => {
  assertType<ModelMessage>({} as ai6.SystemModelMessage);
  assertType<UserMessage>({} as ai6.UserModelMessage);
  assertType<AssistantPart>({} as Exclude<AssistantPart6, ai6.ToolResultPart>);
  assertType<ToolPart>({} as Exclude<ai6.ToolContent[number], ai6.ToolResultPart>);
  assertType<ToolResultPart['output']>(
    {} as Exclude<ai6.ToolResultPart['output'], { type: 'content' }>,
  );
  assertType<ToolResultContent>({} as Exclude<Content6, { type: 'media' }>);
  // @ts-expect-error `normalizeMessage` turns it into a file
  assertType<ToolResultContent>({} as Extract<Content6, { type: 'media' }>);
});

type AssistantPart6 = Exclude<ai6.AssistantContent, string>[number];

test('messages in the shapes of AI SDK 6 are its own, and its own are these', () => {
  assertType<ai6.ModelMessage>({} as AiSdk6Message);
  assertType<ai6.ModelMessage[]>([] as AiSdk6Message[]);
  assertType<AiSdk6Message>({} as ai6.ModelMessage);
});

test('a message in shapes that both versions have is one of either', () => {
  assertType<ai6.ModelMessage>({} as SharedAiSdkMessage);
  assertType<ai7.ModelMessage>({} as SharedAiSdkMessage);
});
