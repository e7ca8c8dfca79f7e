import type {
  AssistantPart,
  ProviderOptions,
  ToolApprovalRequest,
  ToolApprovalResponse,
  ToolCallPart,
  ToolResultOutput,
  ToolResultPart,
  UserPart,
} from '@everlong/core';
import { bytesToBase64, definedFields, jsonText } from '@everlong/core/internal';

import { type Fields, fieldsOf, isFields } from '../json/json-fields.js';
import { isSameJson } from '../json/same-json.js';
import { addressOf } from '../messages/address-part.js';
import { type FileView, fileView } from '../messages/file-view.js';
import { keptFields, keptIn, type Optioned } from '../messages/kept-fields.js';
import type { LossSink } from '../messages/loss.js';
import { UI } from './read-ui-message.js';
import { DENIED_TEXT } from '../parts/denied-text.js';

/** A text, a file, reasoning or an item of a provider, as a part of a UI message. */
export function writeUiPart(part: AssistantPart | UserPart, losses: LossSink): Fields[] {
  const shared = { ...keptFields(part as Optioned, UI), ...metadataOf(part as Optioned) };
  switch (part.type) {
    case 'text':
    case 'reasoning': {
      // A text that names a file at an address that no model reads.
      const { file } = keptIn(part, UI);
      if (isFields(file)) return [{ type: 'file', ...file, ...shared }];
      return [{ type: part.type, text: part.text, ...shared }];
    }
    case 'file':
    case 'image':
    case 'reasoning-file': {
      const view = fileView(part);
      const type = part.type === 'reasoning-file' ? part.type : 'file';
      return view === undefined ? [] : [{ type, ...fileFields(view, part, losses), ...shared }];
    }
    case 'custom':
      return [{ type: part.type, kind: part.kind, ...shared }];
    default:
      losses.lose('custom', part.type);
      return [];
  }
}

/** Options without the marks that reading UI messages left, under the given name. */
export function metadataOf(
  item: Optioned,
  name = 'providerMetadata',
): Record<string, ProviderOptions> {
  const { everlong, ...others } = item.providerOptions ?? {};
  const { [UI]: _own, ...marks } = fieldsOf(everlong);
  const ours = Object.keys(marks).length === 0 ? {} : { everlong: marks };
  const options = { ...others, ...ours };
  return Object.keys(options).length === 0 ? {} : { [name]: options as ProviderOptions };
}

function fileFields(view: FileView, part: Optioned, losses: LossSink): Fields {
  const { mediaType, filename, source } = view;
  const named = { mediaType, ...(filename === undefined ? {} : { filename }) };
  if (source.kind === 'reference') {
    const { url = '' } = keptIn(part, UI);
    return { ...named, url, providerReference: source.reference };
  }
  if (source.kind !== 'text') return { ...named, url: addressOf(view, part, UI) };
  losses.lose('file', 'its text becomes bytes');
  const data = bytesToBase64(new TextEncoder().encode(source.text));
  return { ...named, url: `data:${mediaType};base64,${data}` };
}

/** A tool call with its approval and result so far. */
export interface ToolProgress {
  call: ToolCallPart;
  request?: ToolApprovalRequest;
  response?: ToolApprovalResponse;
  result?: ToolResultPart;
}

/** A call with its result and its approval, as a tool part. */
export function writeToolPart(progress: ToolProgress, losses: LossSink): Fields {
  const { call, request, response, result } = progress;
  const { dynamic, noInput } = keptIn(call, UI);
  const { toolCallId, toolName, providerExecuted } = call;
  const head =
    dynamic === true
      ? { type: 'dynamic-tool', toolName, toolCallId }
      : { type: `tool-${toolName}`, toolCallId };
  const approval = approvalFields(progress);
  const ended = result === undefined ? undefined : resultFields(progress, result.output, losses);
  const open = response !== undefined ? 'approval-responded' : 'approval-requested';
  return {
    ...head,
    ...(ended ?? { state: request === undefined ? 'input-available' : open }),
    ...(noInput === true ? {} : { input: call.input }),
    ...definedFields({ providerExecuted, approval }),
    ...metadataOf(call, 'callProviderMetadata'),
    ...resultMetadata(progress, losses),
    ...keptFields(call, UI),
  };
}

function approvalFields({ call, request, response, result }: ToolProgress): Fields | undefined {
  const kept = fieldsOf(keptIn(call, UI)['approval']);
  const approvalId = request?.approvalId ?? response?.approvalId;
  if (approvalId === undefined) {
    if (result?.output.type !== 'execution-denied' || call.providerExecuted === true) {
      return undefined;
    }
    const { reason } = result.output;
    const id = `approval-${call.toolCallId}`;
    return { id, approved: false, ...(reason === undefined ? {} : { reason }) };
  }
  const { isAutomatic, reason, signature, inputSchemaInput } =
    request ?? ({} as Partial<ToolApprovalRequest>);
  return {
    id: approvalId,
    ...definedFields({ isAutomatic, requestReason: reason, signature, inputSchemaInput }),
    ...(response === undefined
      ? {}
      : { approved: response.approved, ...definedFields({ reason: response.reason }) }),
    ...kept,
  };
}

function resultFields(
  { call, response }: ToolProgress,
  output: ToolResultOutput,
  losses: LossSink,
): Fields {
  const { noOutput, noError } = keptIn(call, UI);
  const isDenied = response?.approved === false;
  switch (output.type) {
    case 'text':
      return { state: 'output-available', output: output.value };
    case 'json':
      if (typeof output.value === 'string') losses.lose('result-shape', 'a JSON text is a text');
      return { state: 'output-available', ...(noOutput === true ? {} : { output: output.value }) };
    case 'content':
      losses.lose('result-shape', 'its pieces become JSON');
      return { state: 'output-available', output: JSON.parse(jsonText(output.value)) as unknown };
    case 'execution-denied':
      if (isDenied) return { state: 'approval-responded' };
      if (call.providerExecuted === true) {
        losses.lose('result-shape', 'a refusal becomes an error');
        return { state: 'output-error', errorText: output.reason ?? DENIED_TEXT };
      }
      losses.lose('result-shape', 'a refusal becomes an answer to a question for approval');
      return { state: 'output-denied' };
    case 'error-text':
    case 'error-json': {
      if (isDenied) return { state: 'output-denied' };
      const isOwn = call.providerExecuted === true ? 'error-json' : 'error-text';
      const isText = typeof output.value === 'string';
      if (output.type !== isOwn || !isText || output.value === '') {
        losses.lose('result-shape', 'an error becomes a text');
      }
      const text = isText ? (output.value as string) : jsonText(output.value);
      return { state: 'output-error', ...(noError === true ? {} : { errorText: text }) };
    }
  }
}

/**
 * The metadata of a result, if it differs from that of its call; kept only for provider results.
 */
function resultMetadata({ call, result }: ToolProgress, losses: LossSink): Fields {
  if (result === undefined) return {};
  const own = metadataOf(result)['providerMetadata'];
  const callsOwn = metadataOf(call)['providerMetadata'];
  if (isSameJson(own, callsOwn)) return {};
  if (call.providerExecuted === true && own !== undefined) return { resultProviderMetadata: own };
  losses.lose('provider-options', 'of a result');
  return {};
}
