/**
 * The special tokens that make o200k_harmony of o200k_base (OpenAI's harmony format, the prompt
 * format of gpt-oss).
 */
export const HARMONY_TOKENS: Record<string, number> = {
  '<|startoftext|>': 199998,
  '<|endoftext|>': 199999,
  '<|return|>': 200002,
  '<|constrain|>': 200003,
  '<|channel|>': 200005,
  '<|start|>': 200006,
  '<|end|>': 200007,
  '<|message|>': 200008,
  '<|call|>': 200012,
};
