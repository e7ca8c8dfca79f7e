import { isObject } from '@everlong/core/internal';

/** Options that adapters read, by provider, with the type that each has to be of. */
const TYPES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  anthropic: {
    signature: 'string',
    redactedData: 'string',
    title: 'string',
    context: 'string',
    containerUpload: 'boolean',
    citations: 'object',
  },
  openai: { itemId: 'string', reasoningEncryptedContent: 'string', name: 'string' },
  google: { thoughtSignature: 'string', serverToolCallId: 'string', serverToolType: 'string' },
};

/**
 * Whether the options of a message or part are of the types that adapters ask for; they refuse the
 * whole request for any other. What no adapter is known to read passes.
 */
export function hasSoundOptions({ providerOptions }: { providerOptions?: unknown }): boolean {
  if (providerOptions === undefined) return true;
  if (!isObject(providerOptions)) return false;
  return Object.entries(providerOptions).every(
    ([provider, options]) =>
      isObject(options) &&
      Object.entries(TYPES[provider] ?? {}).every(
        ([name, type]) =>
          options[name] === undefined || options[name] === null || typeof options[name] === type,
      ),
  );
}
