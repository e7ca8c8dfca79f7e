import type { AssistantPart, ProviderOptions, ToolCallPart, ToolResultPart } from '@everlong/core';
import { isObject } from '@everlong/core/internal';
import { describeModel } from '@everlong/tokenizer';
import { z } from 'zod';

/** A call that a provider ran itself, and its result. */
interface HostedPair {
  call: ToolCallPart;
  result: ToolResultPart;
}

type Accepts = (pair: HostedPair) => boolean;

/** Calls that a provider ran itself, and their results. */
export function isHosted(part: AssistantPart): part is ToolCallPart | ToolResultPart {
  return (
    part.type === 'tool-result' || (part.type === 'tool-call' && part.providerExecuted === true)
  );
}

/**
 * Ids of the hosted calls of a message that go back to their provider as they are: those whose
 * result follows, both in the shapes that its adapter turns into a call and a result.
 */
export function hostedPairs(parts: readonly AssistantPart[], model: string): Set<string> {
  const { provider } = describeModel(model);
  const accepts = acceptance[provider] ?? (provider === 'unknown' ? acceptsAny : () => false);
  const calls = new Map<string, ToolCallPart>();
  const paired = new Set<string>();
  for (const part of parts.filter(isHosted)) {
    const { toolCallId: id } = part;
    if (part.type === 'tool-call') {
      calls.set(id, part);
      continue;
    }
    const call = calls.get(id);
    if (call !== undefined && accepts({ call, result: part })) paired.add(id);
  }
  return paired;
}

/** What the endpoints of each provider take back; any other has no place for such a pair. */
const acceptance: Readonly<Record<string, Accepts>> = {
  anthropic: acceptsAnthropic,
  openai: acceptsOpenAI,
  google: acceptsGoogle,
};

/** The endpoint of a model that nobody knows is told by what it left. */
function acceptsAny(pair: HostedPair): boolean {
  return Object.values(acceptance).some((accepts) => accepts(pair));
}

const files = z.array(z.object({ file_id: z.string() })).optional();
const ran = { stdout: z.string(), stderr: z.string(), return_code: z.number(), content: files };
const lineCount = z.number().nullable();
const failed = z.object({ type: z.string().endsWith('_error'), error_code: z.string() });

/** What the tools that Anthropic runs give, as `@ai-sdk/anthropic` 3 and 4 check it. */
const anthropicResults: Readonly<Record<string, z.ZodType>> = {
  web_search: z.array(
    z.object({
      type: z.literal('web_search_result'),
      url: z.string(),
      title: z.string().nullable(),
      pageAge: z.string().nullable(),
      encryptedContent: z.string(),
    }),
  ),
  web_fetch: z.object({
    type: z.literal('web_fetch_result'),
    url: z.string(),
    retrievedAt: z.string().nullable(),
    content: z.object({
      type: z.literal('document'),
      title: z.string().nullable(),
      citations: z.object({ enabled: z.boolean() }).optional(),
      source: z.object({
        type: z.enum(['base64', 'text']),
        mediaType: z.enum(['application/pdf', 'text/plain']),
        data: z.string(),
      }),
    }),
  }),
  code_execution: z.union([
    z.object({ type: z.enum(['code_execution_result', 'bash_code_execution_result']), ...ran }),
    z.object({
      type: z.literal('encrypted_code_execution_result'),
      encrypted_stdout: z.string(),
      ...ran,
      stdout: z.undefined(),
    }),
    failed,
    z.object({
      type: z.literal('text_editor_code_execution_view_result'),
      content: z.string(),
      file_type: z.string(),
      num_lines: lineCount,
      start_line: lineCount,
      total_lines: lineCount,
    }),
    z.object({
      type: z.literal('text_editor_code_execution_create_result'),
      is_file_update: z.boolean(),
    }),
    z.object({
      type: z.literal('text_editor_code_execution_str_replace_result'),
      lines: z.array(z.string()).nullable(),
      new_lines: lineCount,
      new_start: lineCount,
      old_lines: lineCount,
      old_start: lineCount,
    }),
  ]),
  tool_search_tool_regex: toolReferences(),
  tool_search_tool_bm25: toolReferences(),
  advisor: z.union([
    z.object({ type: z.literal('advisor_result'), text: z.string() }),
    z.object({ type: z.literal('advisor_redacted_result'), encryptedContent: z.string() }),
    z.object({ type: z.literal('advisor_tool_result_error'), errorCode: z.string() }),
  ]),
};

function toolReferences(): z.ZodType {
  return z.array(z.object({ type: z.literal('tool_reference'), toolName: z.string() }));
}

function acceptsAnthropic({ call, result }: HostedPair): boolean {
  const { output, toolName } = result;
  if (!isObject(call.input) || (output.type !== 'json' && output.type !== 'error-json')) {
    return false;
  }
  const { type, serverName } = optionsOf(call, 'anthropic');
  if (/^mcptoolu_\w+$/.test(call.toolCallId)) {
    return type === 'mcp-tool-use' && typeof serverName === 'string';
  }
  if (!/^srvtoolu_\w+$/.test(call.toolCallId)) return false;
  if (output.type === 'error-json' && toolName !== 'advisor') return isObject(output.value);
  const shape = Object.hasOwn(anthropicResults, toolName) ? anthropicResults[toolName] : undefined;
  // What this version does not know passes as it came.
  return shape === undefined || shape.safeParse(output.value).success;
}

/** The beginnings of the ids that OpenAI gives to what its tools did. */
const OPENAI_ITEM = /^(?:ws|fs|ci|ig|mcp)_/;

/** Its endpoint keeps the items and is sent their ids. */
function acceptsOpenAI({ call, result }: HostedPair): boolean {
  if (result.output.type === 'execution-denied') return false;
  if (typeof optionsOf(call, 'openai')['itemId'] === 'string') return true;
  const isChecked = /^(?:tool_search|programmatic_tool_calling)$/.test(call.toolName);
  return !isChecked && OPENAI_ITEM.test(call.toolCallId);
}

const pythonCode = z.object({ language: z.string(), code: z.string() });
const pythonOutcome = z.object({ outcome: z.string(), output: z.string() });

function acceptsGoogle({ call, result }: HostedPair): boolean {
  const { output } = result;
  if (output.type !== 'json') return false;
  if (call.toolName === 'code_execution') {
    return (
      result.toolName === call.toolName &&
      pythonCode.safeParse(call.input).success &&
      pythonOutcome.safeParse(output.value).success
    );
  }
  const isNamed = [call, result].every((part) => {
    const { serverToolCallId: id, serverToolType: type } = optionsOf(part, 'google');
    return typeof id === 'string' && id !== '' && typeof type === 'string' && type !== '';
  });
  return isNamed && isObject(call.input) && isObject(output.value);
}

function optionsOf(
  { providerOptions }: { providerOptions?: ProviderOptions },
  provider: string,
): Record<string, unknown> {
  const options = providerOptions?.[provider];
  return isObject(options) ? options : {};
}
