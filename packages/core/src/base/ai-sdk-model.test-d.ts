import type * as ai7 from 'ai';
import type * as ai6 from 'ai-6';
import { assertType, test } from 'vitest';

import type { AiSdkEmbeddingModel, AiSdkLanguageModel } from './ai-sdk-model.js';

test('models of both versions of the AI SDK are ours', () => {
  assertType<AiSdkLanguageModel>({} as ai7.LanguageModel);
  assertType<AiSdkLanguageModel>({} as ai6.LanguageModel);
  assertType<AiSdkEmbeddingModel>({} as ai7.EmbeddingModel);
  assertType<AiSdkEmbeddingModel>({} as ai6.EmbeddingModel);
});

test('a model of another kind is not', () => {
  // @ts-expect-error It has no doGenerate.
  assertType<AiSdkLanguageModel>({} as Exclude<ai7.EmbeddingModel, string>);
  // @ts-expect-error It has no doEmbed.
  assertType<AiSdkEmbeddingModel>({} as Exclude<ai7.LanguageModel, string>);
});
