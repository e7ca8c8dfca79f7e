import { InvalidArgumentError } from 'commander';

/** Reads a whole number of at least `least` from the command line; `8k` and `8_000` are 8000. */
export function wholeNumber(least: number): (text: string) => number {
  return (text) => {
    const [, digits, thousands] = /^(\d[\d_,]*)(k?)$/i.exec(text) ?? [];
    const value = Number(digits?.replaceAll(/[_,]/g, '')) * (thousands ? 1000 : 1);
    if (Number.isSafeInteger(value) && value >= least) return value;
    throw new InvalidArgumentError(`Give a whole number of at least ${least}.`);
  };
}
