import type { Family } from '../task.ts';
import { invoices, openOrders, refutedCures } from './acts.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { ja } from './ja.ts';
import { pagePorts } from './pages.ts';
import { printedId, prohibition, reversal, toldCode } from './told.ts';
import type { Words } from './words.ts';
import { zh } from './zh.ts';

export const languages: readonly Words[] = [en, de, es, zh, ja];

const made = [prohibition, reversal, toldCode, printedId, invoices, refutedCures, openOrders];

/** The same families in every language: of one seed they differ in the words alone. */
export const languageFamilies: readonly Family[] = languages.flatMap((words) =>
  made.map((create) => create(words)),
);

/** A table of sixty pairs, in every language. */
export const pageFamilies: readonly Family[] = languages.map(pagePorts);
