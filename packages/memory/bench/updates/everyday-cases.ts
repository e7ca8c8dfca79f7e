import { readFileSync } from 'node:fs';

import type { UpdateCase } from './update-case.ts';

const files: readonly (readonly [file: string, wording: UpdateCase['wording']])[] = [
  ['drafted-cases.jsonl', 'drafted'],
  ['everyday-cases.jsonl', 'everyday'],
  ['reporting-cases.jsonl', 'reporting'],
  ['apart-cases.jsonl', 'apart'],
];

/** Cases in everyday wording, a file for each way that they came about. */
export function everydayCases(): UpdateCase[] {
  return files.flatMap(([file, wording]) => readCases(new URL(file, import.meta.url), wording));
}

/** The cases of a JSONL file. */
export function readCases(file: string | URL, wording: UpdateCase['wording']): UpdateCase[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => ({ ...(JSON.parse(line) as Omit<UpdateCase, 'wording'>), wording }));
}
