/** The value of JSON text; `undefined`, which JSON cannot say, for any other text. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
