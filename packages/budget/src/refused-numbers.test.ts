import { ConfigError } from '@everlong/core';
import { expect, it } from 'vitest';

import {
  allocateBudget,
  allocateTokenBudget,
  fillNewestFirst,
  fitItems,
  halfOf,
  trimTurns,
  turnsToRestore,
  equalCap,
} from './index.js';

const none = undefined as never;

it.each<[string, () => unknown, RegExp]>([
  ['no request', () => allocateBudget(none), /allocateBudget takes .* not undefined/],
  [
    'a window that is NaN',
    () => allocateBudget({ window: Number.NaN, responseReserve: 0 }),
    /window of allocateBudget must be a number of at least 0, not NaN/,
  ],
  [
    'a window in words',
    () => allocateBudget({ window: '8k' as never, responseReserve: 0 }),
    /window .* not "8k"/,
  ],
  [
    'a reserve below 0',
    () => allocateBudget({ window: 100, responseReserve: -1 }),
    /responseReserve of allocateBudget .* not -1/,
  ],
  [
    'a misspelt reserve',
    () => allocateBudget({ window: 100, reponseReserve: 5 } as never),
    /no option "reponseReserve".*responseReserve/,
  ],
  [
    'a limit that is NaN',
    () => allocateBudget({ window: 100, responseReserve: 0, maxInputTokens: Number.NaN }),
    /maxInputTokens of allocateBudget .* not NaN/,
  ],
  [
    'a misspelt total',
    () => allocateTokenBudget({ totl: 5 } as never),
    /allocateTokenBudget has no option "totl".*total/,
  ],
  ['a total below 0', () => allocateTokenBudget({ total: -1 }), /total of .* not -1/],
  [
    'a share of two wholes',
    () => allocateTokenBudget({ memoryFraction: 2 }),
    /memoryFraction of allocateTokenBudget must be a number from 0 to 1, not 2/,
  ],
  [
    'shares above the whole',
    () => allocateTokenBudget({ memoryFraction: 0.7, learningsFraction: 0.4 }),
    /0\.7 and learningsFraction 0\.4 .* more than 1 together/,
  ],
  [
    'a use in words',
    () => allocateTokenBudget({}, { memory: 'much' as never }),
    /memory of allocateTokenBudget .* not "much"/,
  ],
  ['no items to fill', () => fillNewestFirst(none, 5), /items of fillNewestFirst must be a list/],
  ['no budget to fill', () => fillNewestFirst([], none), /budget of fillNewestFirst .* undefined/],
  ['no items to fit', () => fitItems(none, 5), /items of fitItems must be a list/],
  ['no budget to fit', () => fitItems([], Number.NaN), /budget of fitItems .* NaN/],
  ['no sizes', () => equalCap(5 as never, 5), /sizes of equalCap must be a list, not 5/],
  ['no turns', () => trimTurns(none, { maxTurns: 1, maxTokens: 1 }), /turns of trimTurns must be/],
  ['no limits', () => trimTurns([], none), /trimTurns takes an object of options/],
  ['limits without turns', () => trimTurns([], { maxTokens: 1 } as never), /maxTurns of trimTurns/],
  ['half of nothing', () => halfOf(none), /count of halfOf .* undefined/],
  ['turns in words', () => turnsToRestore('20' as never), /maxTurns of turnsToRestore .* "20"/],
])('%s is refused', (_name, call, message) => {
  expect(call).toThrow(expect.toSatisfy(ConfigError.isInstance));
  expect(call).toThrow(message);
});

it('takes a number that is undefined for the default one', () => {
  expect(allocateTokenBudget({ total: undefined })).toEqual(allocateTokenBudget());
});
