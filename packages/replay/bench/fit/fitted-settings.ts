/** What `run.ts` found, as it is checked in. */
import { readFileSync } from 'node:fs';

import type { PolicySettings } from '@everlong/context';

import type { Choice } from './fit-choice.ts';

interface FittedSettings {
  /** The default's settings when they were compared with others. */
  defaults: PolicySettings;
  /** By window, and by source that was left out: the numbers that replace others. */
  windows: Record<string, Record<string, Choice>>;
}

export const fittedFile: URL = new URL('./fitted-settings.json', import.meta.url);

export function readFitted(): FittedSettings {
  return JSON.parse(readFileSync(fittedFile, 'utf8')) as FittedSettings;
}
