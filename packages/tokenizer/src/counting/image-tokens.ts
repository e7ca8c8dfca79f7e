import type { ImageRule } from '../models/model-info.js';

/** The size of an image in pixels. */
export interface ImageSize {
  width: number;
  height: number;
}

/**
 * Tokens of an image by its provider's rule; of the largest that the provider would see when the
 * size is not known. Sources:
 * - `openai-tiles`: OpenAI's images and vision guide: fit into 2048², short side to 768, then 85
 *   plus 170 for each tile of 512 px.
 * - `openai-patches`: the same guide: patches of 32 px, at most 1,536 of them; the largest of the
 *   published factors, 2.46, because models differ and newer ones are not listed.
 * - `anthropic`: Anthropic's vision page: patches of 28 px, long edge 1,568 px and 1,568 tokens at
 *   most; `anthropic-large` (from Opus 4.7 on): 2,576 px and 4,784 tokens.
 * - `gemini`: Google's token guide: 258 up to 384 px, else 258 for each tile of 768 px.
 */
export function imageTokens(rule: ImageRule, size?: ImageSize): number {
  switch (rule) {
    case 'openai-tiles':
      return size === undefined ? 85 + 170 * 8 : openAiTiles(size);
    case 'openai-patches':
      return Math.ceil(2.46 * Math.min(1536, size === undefined ? 1536 : patches(size, 32)));
    case 'anthropic':
      return size === undefined ? 1568 : anthropic(size, 1568, 1568);
    case 'anthropic-large':
    case 'unknown':
      return size === undefined ? 4784 : anthropic(size, 2576, 4784);
    case 'gemini':
      return size === undefined ? 258 * 4 : geminiTiles(size);
  }
}

function patches({ width, height }: ImageSize, side: number): number {
  return Math.ceil(width / side) * Math.ceil(height / side);
}

function shrink({ width, height }: ImageSize, factor: number): ImageSize {
  const scale = Math.min(1, factor);
  return { width: Math.max(1, width * scale), height: Math.max(1, height * scale) };
}

function openAiTiles(size: ImageSize): number {
  const fitted = shrink(size, 2048 / Math.max(size.width, size.height));
  const scaled = shrink(fitted, 768 / Math.min(fitted.width, fitted.height));
  return 85 + 170 * patches(scaled, 512);
}

function anthropic(size: ImageSize, maxEdge: number, maxTokens: number): number {
  const scaled = shrink(size, maxEdge / Math.max(size.width, size.height));
  return Math.min(maxTokens, patches(scaled, 28));
}

function geminiTiles(size: ImageSize): number {
  return Math.max(size.width, size.height) <= 384 ? 258 : 258 * patches(size, 768);
}
