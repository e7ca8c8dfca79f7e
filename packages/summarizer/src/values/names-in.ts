import { extractValues } from './extract-values.js';

/** What a text names exactly: what is in backticks, and its exact values. */
export function namesIn(text: string): string[] {
  return [
    ...Array.from(text.matchAll(/`([^`\n]+)`/g), ([, name = '']) => name),
    ...extractValues(text).map(({ value }) => value),
  ];
}
