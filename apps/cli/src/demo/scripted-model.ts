import type { ModelObject } from '../setup/model-provider.js';
import { answerQuestion, isQuestion } from './answer-script.js';
import { isReadingTask, readFiles } from './reading-script.js';
import type { ScriptStep } from './script-step.js';
import { viewRequest } from './request-view.js';

type CallOptions = Parameters<ModelObject['doGenerate']>[0];
type GenerateResult = Awaited<ReturnType<ModelObject['doGenerate']>>;
/** The name of the model in entries and reports. */
export const scriptedModelName = 'everlong/scripted';

type StreamPart =
  Awaited<ReturnType<ModelObject['doStream']>>['stream'] extends ReadableStream<infer Part>
    ? Part
    : never;

/**
 * A language model that is a script: it chooses its next step only from the request, as a real
 * model would. `count` counts the tokens that it reports as usage.
 */
export function createScriptedModel(count: (text: string) => number): ModelObject {
  let calls = 0;

  async function doGenerate({ prompt, tools }: CallOptions): Promise<GenerateResult> {
    const step = nextStep(prompt);
    calls++;
    const content: GenerateResult['content'] = [{ type: 'text', text: step.text }];
    if (step.call !== undefined) {
      content.push({
        type: 'tool-call',
        toolCallId: `call-${calls}`,
        toolName: step.call.name,
        input: JSON.stringify(step.call.input),
      });
    }
    const inputTokens = count(JSON.stringify(prompt)) + count(JSON.stringify(tools ?? []));
    const outputTokens = count(JSON.stringify(content));
    return {
      content,
      finishReason: {
        unified: step.call === undefined ? 'stop' : 'tool-calls',
        raw: undefined,
      },
      usage: {
        inputTokens: {
          total: inputTokens,
          noCache: inputTokens,
          cacheRead: undefined,
          cacheWrite: undefined,
        },
        outputTokens: { total: outputTokens, text: outputTokens, reasoning: undefined },
      },
      warnings: [],
    };
  }

  return {
    specificationVersion: 'v4',
    provider: 'everlong',
    modelId: 'scripted',
    supportedUrls: {},
    doGenerate,
    async doStream(options) {
      const { content, finishReason, usage } = await doGenerate(options);
      const parts: StreamPart[] = [{ type: 'stream-start', warnings: [] }];
      for (const part of content) {
        if (part.type === 'text') {
          parts.push({ type: 'text-start', id: '0' });
          parts.push({ type: 'text-delta', id: '0', delta: part.text });
          parts.push({ type: 'text-end', id: '0' });
        } else if (part.type === 'tool-call') {
          parts.push(part);
        }
      }
      parts.push({ type: 'finish', finishReason, usage });
      return { stream: ReadableStream.from(parts) };
    },
  };
}

function nextStep(prompt: CallOptions['prompt']): ScriptStep {
  const view = viewRequest(prompt, (text) => isReadingTask(text) || isQuestion(text));
  if (view === undefined) return { text: 'The request shows me no task.' };
  return isQuestion(view.task) ? answerQuestion(view) : readFiles(view);
}
