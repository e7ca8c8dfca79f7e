import { InvalidArgumentError } from 'commander';
import { parseWholeNumber } from '../output/parse-number.js';

/** Reads a whole number of at least `least` from the command line; `8k` and `8_000` are 8000. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const value = parseWholeNumber(text);
    if (value !== undefined && Number.isSafeInteger(value) && value >= least) return value;
    throw new InvalidArgumentError(`Give a whole number of at least ${least}.`);
  };
}
