import type * as ai7 from 'ai';
import type * as ai6 from 'ai-6';
import { assertType, test } from 'vitest';

import type { ContextManager, ContextManagerOptions } from '../index.js';

declare const manager: ContextManager;
declare const ui7: ai7.UIMessage[];
declare const ui6: ai6.UIMessage[];
declare const model7: ai7.ModelMessage[];
declare const usage7: ai7.LanguageModelUsage;
declare const usage6: ai6.LanguageModelUsage;
declare const model6: ai6.ModelMessage[];

test('lists go in and come out with their own type', () => {
  assertType<Promise<ai7.UIMessage[]>>(manager.compactify(ui7));
  assertType<Promise<ai6.UIMessage[]>>(manager.compactify(ui6));
  assertType<Promise<{ messages: ai7.ModelMessage[] }>>(manager.prepareMessages(model7, ''));
  assertType<Promise<{ messages: ai6.ModelMessage[] }>>(manager.prepareMessages(model6, ''));
  assertType<boolean>(manager.shouldSummarize(ui7) || manager.shouldCompactify(model6));
});

test('metadata is a callback of both versions', () => {
  assertType<ai7.UIMessageStreamOptions<ai7.UIMessage>['messageMetadata']>(
    manager.getMessageMetadata(),
  );
  assertType<ai6.UIMessageStreamOptions<ai6.UIMessage>['messageMetadata']>(
    manager.getMessageMetadata(),
  );
});

test('options take functions for texts, for lists, and models of the SDK', () => {
  assertType<ContextManagerOptions>({ estimateTokens: (text: string) => text.length });
  assertType<ContextManagerOptions>({ estimateTokens: (list: ai7.UIMessage[]) => list.length });
  assertType<ContextManagerOptions>({ compactify: async (list: ai7.UIMessage[]) => list });
  assertType<ContextManagerOptions>({ summaryModel: {} as ai7.LanguageModel });
});

test('usage is what either version reports', () => {
  type Usage = Parameters<ContextManager['recordUsage']>[0];
  assertType<Usage>(usage7);
  assertType<Usage>(usage6);
});
