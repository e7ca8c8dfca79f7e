const GEMINI_FILE = /^https:\/\/generativelanguage\.googleapis\.com\/(?:[^/?#]+\/)?files\//i;

/**
 * Tells whether an address is in the storage of Gemini's API, which only its own models can read.
 */
export function isGeminiFile(address: string): boolean {
  return GEMINI_FILE.test(address);
}
