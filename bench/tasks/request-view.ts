import type { ModelMessage } from '@everlong/core';

/** One piece of a request as plain text. */
export interface Block {
  speaker: 'instructions' | 'user' | 'assistant' | 'call' | 'result';
  text: string;
  /** Of calls and results. */
  tool?: string;
  callId?: string;
  input?: Record<string, string>;
}

/** All that an agent knows: the text of one request. */
export interface RequestView {
  blocks: readonly Block[];
  /** The newest thing asked for, and what was done about it since, as far as it is shown. */
  request: string;
  steps: readonly Block[];
  canSearch: boolean;
}

const known = new WeakMap<ModelMessage, readonly Block[]>();

/** The parts of a message in order. Equal objects are read once. */
function blocksOf(message: ModelMessage): readonly Block[] {
  const cached = known.get(message);
  if (cached !== undefined) return cached;
  const blocks = readBlocks(message);
  known.set(message, blocks);
  return blocks;
}

function readBlocks({ role, content }: ModelMessage): readonly Block[] {
  const speaker = role === 'system' ? 'instructions' : role === 'tool' ? 'result' : role;
  if (typeof content === 'string') return [{ speaker, text: content }];
  return content.flatMap((part): Block[] => {
    switch (part.type) {
      case 'text':
        return [{ speaker, text: part.text }];
      case 'tool-call': {
        const input = part.input as Record<string, string>;
        const text = JSON.stringify(input);
        return [{ speaker: 'call', text, tool: part.toolName, callId: part.toolCallId, input }];
      }
      case 'tool-result': {
        const { value } = part.output as { value?: unknown };
        const text = typeof value === 'string' ? value : JSON.stringify(value ?? '');
        return [{ speaker: 'result', text, tool: part.toolName, callId: part.toolCallId }];
      }
      default:
        return [];
    }
  });
}

/**
 * A request as the agent reads it. The newest request is the last text in the user's role that asks
 * for something it can do: notes that others leave there are none.
 */
export function createView(
  instructions: string,
  messages: readonly ModelMessage[],
  options: { isRequest(text: string): boolean; canSearch: boolean },
): RequestView {
  const blocks: Block[] = [{ speaker: 'instructions', text: instructions }];
  for (const message of messages) blocks.push(...blocksOf(message));
  const at = blocks.findLastIndex(
    ({ speaker, text }) => speaker === 'user' && options.isRequest(text),
  );
  return {
    blocks,
    request: blocks[at]?.text ?? '',
    steps: blocks.slice(at + 1),
    canSearch: options.canSearch,
  };
}

/**
 * The newest result of a call in these blocks, in full as shown; `undefined` when none is shown.
 */
export function newestResult(
  blocks: readonly Block[],
  tool: string,
  fits: (input: Record<string, string>) => boolean,
): string | undefined {
  const call = blocks.findLast((block) => {
    return block.speaker === 'call' && block.tool === tool && fits(block.input ?? {});
  });
  if (call === undefined) return undefined;
  return blocks.findLast(({ speaker, callId }) => {
    return speaker === 'result' && callId === call.callId;
  })?.text;
}

/** The calls of a tool in these blocks. */
export function callsOf(blocks: readonly Block[], tool: string): Record<string, string>[] {
  return blocks.flatMap((block) => {
    return block.speaker === 'call' && block.tool === tool ? [block.input ?? {}] : [];
  });
}
