import type { ProviderContent, ProviderUsage } from './provider-model.js';

/** An answer as it streams by. */
export interface AnswerCollector {
  add(part: { type: string }): void;
  content: readonly ProviderContent[];
  /** Set once the answer is complete. */
  usage?: ProviderUsage;
  /** Whether the stream reported an error. */
  failed: boolean;
}

/** The fields of a stream part that make up an answer. */
interface StreamPart extends ProviderContent {
  id: string;
  delta: string;
  usage: ProviderUsage;
}

/**
 * Puts the parts of a model's stream together to the content that the same call would return whole.
 */
export function collectAnswer(): AnswerCollector {
  const content: ProviderContent[] = [];
  const open = new Map<string, ProviderContent & { text: string }>();

  const collector: AnswerCollector = {
    content,
    failed: false,
    add(item) {
      const part = item as StreamPart;
      const [kind] = part.type.split('-');
      const key = `${kind} ${part.id}`;
      switch (part.type) {
        case 'text-start':
        case 'reasoning-start': {
          const block = { type: kind ?? '', text: '', ...metadataOf(part) };
          open.set(key, block);
          content.push(block);
          return;
        }
        case 'text-delta':
        case 'reasoning-delta':
        case 'text-end':
        case 'reasoning-end': {
          const block = open.get(key);
          if (block === undefined) return;
          if (part.type.endsWith('delta')) block.text += part.delta;
          Object.assign(block, metadataOf(part));
          return;
        }
        case 'tool-call':
        case 'tool-result':
        case 'tool-approval-request':
        case 'file':
        case 'reasoning-file':
        case 'custom':
          content.push(part);
          return;
        case 'finish':
          collector.usage = part.usage;
          return;
        case 'error':
          collector.failed = true;
          return;
        default:
          return;
      }
    },
  };
  return collector;
}

/** Later metadata of a block replaces earlier ones: signatures come with its last parts. */
function metadataOf({
  providerMetadata,
}: ProviderContent): Pick<ProviderContent, 'providerMetadata'> {
  return providerMetadata === undefined ? {} : { providerMetadata };
}
