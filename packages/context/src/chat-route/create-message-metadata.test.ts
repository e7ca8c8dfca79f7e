import type * as ai7 from 'ai';
import { describe, expect, it } from 'vitest';

import { call, open, say, scripted, toolsOf, versions } from '../../test/support/scripted-sdk.js';
import { createContextMiddleware } from '../model-calls/context-middleware.js';
import { createMessageMetadata } from './create-message-metadata.js';
import { readAll } from '../../test/support/conversation.js';

describe.each(versions)('createMessageMetadata, $name', ({ sdk, Model }) => {
  // promise: sdk-19
  it('says how full the context is and what the last call cost', async () => {
    const session = await open();
    const { model: bare } = scripted(Model, [call(1), say('It is lorem.')]);
    const result = sdk.streamText({
      model: sdk.wrapLanguageModel({
        model: bare,
        middleware: createContextMiddleware({ session }),
      }),
      prompt: 'Read page 1.',
      tools: toolsOf(sdk, 60),
      stopWhen: sdk.stopAfter(5),
    }) as unknown as ReturnType<typeof ai7.streamText>;
    const stream = result.toUIMessageStream({ messageMetadata: createMessageMetadata(session) });
    const metadata = (await readAll(stream)).flatMap((chunk) =>
      'messageMetadata' in chunk ? [chunk.messageMetadata] : [],
    );
    expect(metadata.at(-1)).toMatchObject({
      context: { level: 'normal', used: { total: session.state().used.total } },
      usage: { inputTokens: 90, outputTokens: 10 },
      modelId: 'mock-model-id',
    });
  });
});
