import type { ModelMessage, ProviderOptions } from './message.js';

/** A message or a part of one, with the options that it may carry. */
interface Optioned {
  providerOptions?: ProviderOptions;
}

/**
 * The message without Anthropic's cache markers, and without options that held nothing else; the
 * same object where it carries none.
 */
export function withoutCacheMarkers<Message extends ModelMessage>(message: Message): Message {
  const bare = unmark(message);
  if (typeof bare.content === 'string') return bare;
  const parts = bare.content as readonly Optioned[];
  const content = parts.map(unmark);
  const unchanged = content.every((part, index) => part === parts[index]);
  return unchanged ? bare : { ...bare, content };
}

/** Tells whether options ask Anthropic to cache. */
export function hasCacheMarker(options: ProviderOptions | undefined): boolean {
  const own = options?.['anthropic'];
  return own !== undefined && ('cacheControl' in own || 'cache_control' in own);
}

function unmark<Item extends Optioned>(item: Item): Item {
  const { providerOptions, ...bare } = item;
  if (providerOptions === undefined || !hasCacheMarker(providerOptions)) return item;
  const { anthropic = {}, ...others } = providerOptions;
  const { cacheControl: _, cache_control: __, ...own } = anthropic;
  const left = Object.keys(own).length === 0 ? others : { ...others, anthropic: own };
  return (Object.keys(left).length === 0 ? bare : { ...bare, providerOptions: left }) as Item;
}
