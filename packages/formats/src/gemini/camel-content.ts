import { type Fields, isFields } from '../json/json-fields.js';

/** Keys as Python writes them, which the API takes too. */
const camelKeys: ReadonlyMap<string, string> = new Map([
  ['inline_data', 'inlineData'],
  ['file_data', 'fileData'],
  ['function_call', 'functionCall'],
  ['function_response', 'functionResponse'],
  ['executable_code', 'executableCode'],
  ['code_execution_result', 'codeExecutionResult'],
  ['thought_signature', 'thoughtSignature'],
  ['video_metadata', 'videoMetadata'],
  ['mime_type', 'mimeType'],
  ['file_uri', 'fileUri'],
  ['display_name', 'displayName'],
]);

/**
 * A content whose parts have the keys that the API writes, and none for what Python says is `None`;
 * anything else as it is.
 */
export function camelContent(content: unknown): unknown {
  if (!isFields(content) || !Array.isArray(content['parts'])) return content;
  return { ...content, parts: content['parts'].map(camelPart) };
}

function camelPart(part: unknown): unknown {
  if (!isFields(part)) return part;
  return renamed(part, (key, value) => {
    if (!isFields(value)) return value;
    if (key === 'functionResponse') return camelContent(value);
    return key === 'inlineData' || key === 'fileData' ? renamed(value) : value;
  });
}

function renamed(
  fields: Fields,
  change: (key: string, value: unknown) => unknown = (_, value) => value,
): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, value]) => {
      const name = camelKeys.get(key) ?? key;
      return value === null ? [] : [[name, change(name, value)]];
    }),
  );
}
