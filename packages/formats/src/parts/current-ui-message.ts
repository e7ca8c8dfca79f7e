import { type Fields, fieldsOf, isFields, listOf, scalarText } from '../json/json-fields.js';

/** Whether it is a UI message of AI SDK 4: later ones have no `content`. */
function isUiMessage4({ content, ...message }: Fields): boolean {
  const lists = [message['parts'], message['toolInvocations'], message['experimental_attachments']];
  return typeof content === 'string' && lists.some((list) => Array.isArray(list));
}

/** A UI message of AI SDK 4 as later versions have it; any other one as it is. */
export function currentUiMessage(message: Fields): Fields {
  if (!isUiMessage4(message)) return message;
  const {
    content,
    parts,
    toolInvocations,
    experimental_attachments: attachments,
    reasoning,
    ...rest
  } = message;
  const files = listOf(attachments).filter(isFields).map(attachedFile);
  const said = Array.isArray(parts)
    ? parts.map((part) => currentPart(fieldsOf(part)))
    : partsOf({ content, reasoning, invocations: listOf(toolInvocations).map(fieldsOf) });
  return { ...rest, parts: [...said, ...files] };
}

/** Messages without parts: what was thought, the calls of each step, and the text after them. */
function partsOf({
  content,
  reasoning,
  invocations,
}: {
  content: unknown;
  reasoning: unknown;
  invocations: readonly Fields[];
}): Fields[] {
  const parts: Fields[] = [];
  if (typeof reasoning === 'string') parts.push({ type: 'reasoning', text: reasoning });
  for (const [index, invocation] of invocations.entries()) {
    if (index > 0 && invocation['step'] !== invocations[index - 1]?.['step']) {
      parts.push({ type: 'step-start' });
    }
    parts.push(toolPart(invocation));
  }
  if (content === '') return parts;
  if (invocations.length > 0) parts.push({ type: 'step-start' });
  return [...parts, { type: 'text', text: content }];
}

function currentPart(part: Fields): Fields {
  switch (part['type']) {
    case 'tool-invocation':
      return toolPart(fieldsOf(part['toolInvocation']));
    case 'reasoning':
      return { type: 'reasoning', text: part['text'] ?? part['reasoning'] ?? '' };
    case 'source': {
      const { id, url, title } = fieldsOf(part['source']);
      return { type: 'source-url', sourceId: id, url, ...(title === undefined ? {} : { title }) };
    }
    case 'file': {
      const { mimeType, data, ...rest } = part;
      if (mimeType === undefined) return part;
      const mediaType = scalarText(mimeType);
      return { ...rest, mediaType, url: `data:${mediaType};base64,${scalarText(data)}` };
    }
    default:
      return part;
  }
}

const STATES: Readonly<Record<string, string>> = {
  'partial-call': 'input-streaming',
  call: 'input-available',
  result: 'output-available',
};

function toolPart({ state, toolCallId, toolName, args, result }: Fields): Fields {
  return {
    type: `tool-${scalarText(toolName)}`,
    toolCallId,
    state: STATES[scalarText(state)] ?? 'input-available',
    input: args,
    ...(state === 'result' ? { output: result } : {}),
  };
}

function attachedFile({ contentType, name, url }: Fields): Fields {
  const mediaType = scalarText(contentType) || 'application/octet-stream';
  return { type: 'file', mediaType, url, ...(name === undefined ? {} : { filename: name }) };
}
