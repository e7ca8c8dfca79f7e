import type {
  AssistantPart,
  FilePart,
  MessagePart,
  ProviderOptions,
  UserPart,
} from '@everlong/core';
import { keptFieldNames } from '@everlong/core/internal';
import type { LossKind } from '@everlong/formats/openai-chat';

import { elsewhereDetail, readableFile, unreadableDetail } from './readable-file.js';

/** Something of an entry that a request does not carry, or carries differently. */
export interface PartLoss {
  kind: LossKind;
  /** The part of the entry's message; absent where the message itself is meant. */
  part?: number;
  /** What was lost, in words. */
  detail: string;
}

/** Why thinking that its provider binds to what stood before it is not sent. */
export const MADE_ELSEWHERE = 'made behind other bytes than these';

interface Optioned {
  providerOptions?: ProviderOptions;
}

/** What a message with nothing to send loses. */
export function lossesOfMessage(message: Optioned): PartLoss[] {
  return [{ kind: 'empty-text', detail: 'a message with nothing to send' }, ...lostFields(message)];
}

/** What is lost of the part at `index`, given what is sent for it. */
export function lossesOfPart(
  part: UserPart | AssistantPart,
  sent: readonly MessagePart[],
  index: number,
): PartLoss[] {
  if (sent[0] === part) return [];
  return lossesOf(part, sent).map((loss) => ({ ...loss, part: index }));
}

/** The loss, where it is of reasoning that the model itself would take. */
export function madeElsewhere(loss: PartLoss): PartLoss {
  return loss.kind === 'reasoning' ? { ...loss, detail: MADE_ELSEWHERE } : loss;
}

function lossesOf(part: UserPart | AssistantPart, sent: readonly MessagePart[]): PartLoss[] {
  switch (part.type) {
    case 'text':
      return sent.length === 0
        ? [{ kind: 'empty-text', detail: JSON.stringify(part.text) }]
        : lostOptions(part);
    case 'tool-call':
    case 'tool-result': {
      const [call] = sent;
      if (call?.type !== 'tool-call' || part.type !== 'tool-call') {
        return [{ kind: 'provider-executed', detail: part.toolName }];
      }
      const isWrapped = call.input !== part.input;
      const detail = `the input of ${part.toolName} is not an object`;
      return [
        ...(isWrapped ? [{ kind: 'arguments' as const, detail }] : []),
        ...(call.providerOptions === undefined ? lostOptions(part) : []),
      ];
    }
    case 'file':
      return lossesOfFile(part, sent);
    case 'reasoning':
    case 'reasoning-file':
      return [{ kind: 'reasoning', detail: 'only its own model takes it, before other parts' }];
    case 'tool-approval-request':
      return [{ kind: 'approval', detail: part.approvalId }];
    default:
      return [{ kind: 'custom', detail: 'kind' in part ? part.kind : part.type }];
  }
}

function lossesOfFile(part: FilePart, sent: readonly MessagePart[]): PartLoss[] {
  // The file is sent, only its content is encoded in another way.
  if (sent[0]?.type === 'file') return [];
  const isReadable = readableFile(part, undefined) !== undefined;
  const name = elsewhereDetail(part) ?? part.filename ?? part.mediaType;
  const detail = isReadable ? name : unreadableDetail(part);
  return [{ kind: 'file', detail }];
}

/** Options for the model that made the part. */
function lostOptions(part: Optioned): PartLoss[] {
  const { everlong: _, ...options } = part.providerOptions ?? {};
  const names = Object.entries(options).flatMap(([provider, values]) =>
    Object.keys(values).map((key) => `${provider}.${key}`),
  );
  const lost: PartLoss[] =
    names.length === 0 ? [] : [{ kind: 'provider-options', detail: names.join(', ') }];
  return [...lost, ...lostFields(part)];
}

function lostFields(item: Optioned): PartLoss[] {
  const names = keptFieldNames(item);
  return names.length === 0 ? [] : [{ kind: 'fields', detail: names.join(', ') }];
}
