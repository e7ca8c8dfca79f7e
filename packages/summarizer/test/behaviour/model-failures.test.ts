import { SummarizationError } from '@everlong/core';
import { describe, expect, it } from 'vitest';

import { goodAnswer, mockModel, summarize } from '../support/model-summary.js';

describe('a model that gives no summary', () => {
  it.each(['', 'I cannot help with that.', '{"files": []}', '## Files Modified\n- a'])(
    'rejects the answer %j after a bounded number of calls',
    async (answer) => {
      const model = mockModel(() => answer);
      await expect(summarize(model, { maxCalls: 3 })).rejects.toMatchObject({
        code: 'summarization',
        usage: { inputTokens: 300, outputTokens: 30 },
      });
      expect(model.doGenerateCalls.length).toBe(3);
    },
  );

  it('rejects when the model throws, and says why', async () => {
    const failing = summarize(() => {
      throw new Error('quota used up');
    });
    await expect(failing).rejects.toThrow('The model gave no summary: quota used up.');
    await expect(failing).rejects.toBeInstanceOf(SummarizationError);
  });

  it('asks once where no prompt can help', async () => {
    const model = mockModel(() => {
      throw Object.assign(new Error('invalid key'), { statusCode: 401 });
    });
    await expect(summarize(model)).rejects.toThrow('invalid key');
    expect(model.doGenerateCalls).toHaveLength(1);
  });

  it('rejects at the time limit if the model never answers and ignores the signal', async () => {
    const never = (): Promise<string> => new Promise<string>(() => {});
    const failed = { message: expect.stringContaining('50 ms'), usage: { unreportedCalls: 1 } };
    await expect(summarize(never, { timeoutMs: 50 })).rejects.toMatchObject(failed);
  });

  it('rejects with the reason of the caller who aborts', async () => {
    const abort = new AbortController();
    const never = (): Promise<string> => {
      abort.abort(new Error('changed my mind'));
      return new Promise<string>(() => {});
    };
    await expect(summarize(never, {}, { signal: abort.signal })).rejects.toThrow('changed my mind');
    const model = mockModel(() => goodAnswer);
    const signal = AbortSignal.abort(new Error('too late'));
    await expect(summarize(model, {}, { signal })).rejects.toThrow('too late');
    expect(model.doGenerateCalls.length).toBe(0);
  });
});
