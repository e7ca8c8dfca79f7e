import { readFileSync } from 'node:fs';

import type { UpdateCase } from './update-case.ts';

const FILE = new URL('everyday-cases.jsonl', import.meta.url);

/**
 * Cases in everyday wording, written by somebody who had not seen the rules. Every third one only
 * reports: nobody looks at what it misses.
 */
export function everydayCases(): UpdateCase[] {
  const lines = readFileSync(FILE, 'utf8').trim().split('\n');
  return lines.map((line, index) => ({
    ...(JSON.parse(line) as Omit<UpdateCase, 'wording'>),
    wording: index % 3 === 2 ? 'reporting' : 'everyday',
  }));
}
