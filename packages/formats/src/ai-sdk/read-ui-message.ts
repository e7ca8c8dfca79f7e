import type { AssistantPart, ModelMessage, SystemMessage, UserPart } from '@everlong/core';
import { definedFields } from '@everlong/core/internal';

import { type Fields, fieldsOf, listOf, textOf } from '../json/json-fields.js';
import { textOrJson } from '../json/text-or-json.js';
import { addressPart } from '../messages/address-part.js';
import { keep, otherFields } from '../messages/kept-fields.js';
import { contentPart, inlinePart, optionsOf as uiOptions } from '../parts/ui-content.js';
import { type UiStep, uiSteps } from '../parts/ui-steps.js';
import { isToolPart, toolAnswerParts, toolCallParts } from '../parts/ui-tool-part.js';

export const UI = 'ai-sdk-ui';

/** Fields of tool parts that calls, results and approvals hold. */
const toolFields = [
  'type',
  'toolName',
  'toolCallId',
  'state',
  'input',
  'output',
  'errorText',
  'providerExecuted',
  'callProviderMetadata',
];
const approvalFields = [
  'id',
  'approved',
  'reason',
  'isAutomatic',
  'requestReason',
  'signature',
  'inputSchemaInput',
];

/** A part of a UI message that is not sent to models, and its place among the parts. */
export type HiddenPart = readonly [place: number, part: Fields];

/**
 * A UI message as messages for a model: for each step of an assistant's one message, and one for
 * the results of its tools. The first one keeps the remaining fields of the UI message.
 */
export function readUiMessage(message: Fields): ModelMessage[] {
  const parts = listOf(message['parts']).map(fieldsOf);
  const { messages, hidden } = readParts(message['role'], parts);
  const first: ModelMessage = messages[0] ?? { role: 'assistant', content: [] };
  const kept = keep(first, UI, {
    first: true,
    fields: otherFields(message, 'role', 'parts'),
    ...(hidden.length > 0 ? { hidden } : {}),
  });
  return [kept, ...messages.slice(1).map((item) => keep(item, UI, { joined: true }))];
}

interface ReadParts {
  messages: ModelMessage[];
  hidden: HiddenPart[];
}

function readParts(role: unknown, parts: readonly Fields[]): ReadParts {
  const isShown = (part: Fields): boolean =>
    role === 'system' ? part['type'] === 'text' : readPart(part).length > 0;
  const hidden = parts.flatMap((part, place): HiddenPart[] =>
    isShown(part) ? [] : [[place, part]],
  );
  if (role === 'system') return { messages: readSystem(parts), hidden };
  if (role === 'user') {
    const content = parts.flatMap((part) => readPart(part) as UserPart[]);
    return { messages: [{ role, content }], hidden };
  }
  return { messages: uiSteps(parts).flatMap((step) => readStep(step)), hidden };
}

/** The texts of a system message are joined; their lengths separate them again. */
function readSystem(parts: readonly Fields[]): SystemMessage[] {
  const texts = parts.filter(({ type }) => type === 'text');
  const content = texts.map(({ text }) => textOrJson(text)).join('');
  const fields = texts.map((part) => otherFields(part, 'type', 'text'));
  const lengths = texts.map(({ text }) => textOrJson(text).length);
  const isPlain = texts.length === 1 && Object.keys(fields[0] ?? {}).length === 0;
  const options = uiOptions(Object.assign({}, ...texts.map((part) => part['providerMetadata'])));
  const message: SystemMessage = { role: 'system', content, ...options };
  return [
    isPlain
      ? message
      : keep(message, UI, { texts: lengths.map((length, at) => [length, fields[at]]) }),
  ];
}

function readStep(step: UiStep): ModelMessage[] {
  if ('steering' in step) {
    const content = listOf(step.steering['parts']).map(fieldsOf).flatMap(inlinePart);
    const own = otherFields(step.steering, 'type', 'parts');
    const message: ModelMessage = { role: 'user', content };
    return [keep(message, UI, { steering: own, isSteering: true })];
  }
  const content = step.parts.flatMap((part) => readPart(part));
  const answers = step.parts.filter(isToolPart).flatMap((part) => toolAnswerParts(part));
  return [
    ...(content.length > 0 ? [{ role: 'assistant' as const, content }] : []),
    ...(answers.length > 0 ? [{ role: 'tool' as const, content: answers }] : []),
  ];
}

function readPart(part: Fields): AssistantPart[] {
  if (isToolPart(part)) return readToolPart(part);
  const [read] = part['type'] === 'file' ? [readFile(part)] : contentPart(part);
  if (read === undefined) return [];
  const known = ['type', 'text', 'kind', 'url', 'mediaType', 'filename', 'providerReference'];
  return [keep(read, UI, { fields: otherFields(part, ...known, 'providerMetadata') })];
}

function readFile(part: Fields): AssistantPart | undefined {
  const [read] = inlinePart(part);
  if (read?.type === 'text') {
    const { url, mediaType, filename } = part;
    return keep(read, UI, { file: definedFields({ url, mediaType, filename }) });
  }
  if (read?.type !== 'file') return read;
  if (read.data.type === 'reference') return keep(read, UI, { url: textOf(part['url']) });
  const spelled = addressPart(textOf(part['url']) ?? '', read.mediaType, UI);
  const named = typeof part['mediaType'] === 'string' ? part['mediaType'] : read.mediaType;
  return spelled === undefined
    ? read
    : { ...spelled, ...read, mediaType: named, ...optionsOf(spelled, read) };
}

/** The options of several parts merged. */
function optionsOf(...parts: readonly { providerOptions?: object }[]): object {
  const merged = Object.assign({}, ...parts.map((part) => part.providerOptions ?? {})) as object;
  return Object.keys(merged).length === 0 ? {} : { providerOptions: merged };
}

function readToolPart(part: Fields): AssistantPart[] {
  const [call, ...others] = toolCallParts(part);
  if (call === undefined) return [];
  const { type, approval, resultProviderMetadata, output, errorText, state } = part;
  const hosted = part['providerExecuted'] === true ? ['resultProviderMetadata'] : [];
  const used = resultProviderMetadata === undefined ? [] : hosted;
  const kept = keep(call, UI, {
    fields: otherFields(part, ...toolFields, 'approval', ...used),
    approval: otherFields(fieldsOf(approval), ...approvalFields),
    ...(type === 'dynamic-tool' ? { dynamic: true } : {}),
    ...(part['input'] === undefined ? { noInput: true } : {}),
    ...(state === 'output-available' && output === undefined ? { noOutput: true } : {}),
    ...(state === 'output-error' && typeof errorText !== 'string' ? { noError: true } : {}),
  });
  return [kept, ...others];
}
