import type { Summarizer } from '@everlong/core';
import { createSummarizer, SECTION_NAMES } from '@everlong/summarizer';

/** Tokens of an answer, in the mean of those that language models gave. */
const ANSWER_TOKENS = 700;

const SENTENCE = 'The work goes on as it was agreed, and what was tried is told here in words.';
/** What a tokenizer makes of the sentence and its mark. */
const SENTENCE_TOKENS = 19;

const answer = SECTION_NAMES.slice(0, 5)
  .map((name) => {
    const lines = Math.round(ANSWER_TOKENS / 5 / SENTENCE_TOKENS);
    return [`## ${name}`, ...Array.from({ length: lines }, () => `- ${SENTENCE}`)].join('\n');
  })
  .join('\n');

/**
 * A summarizer that stands for one with a model: each call is billed for its prompt, uncached, and
 * for an answer of about 700 tokens that says nothing.
 */
export function createSimulatedSummarizer(onCall: () => void = () => {}): Summarizer {
  let count = (text: string): number => text.length / 4;
  const summarizer = createSummarizer({
    compactify({ instructions, prompt }) {
      onCall();
      const inputTokens = Math.ceil(count(instructions) + count(prompt));
      return { text: answer, usage: { inputTokens, outputTokens: ANSWER_TOKENS } };
    },
  });
  return {
    ...summarizer,
    summarize(input) {
      count = (text) => input.count(text);
      return summarizer.summarize(input);
    },
  };
}
