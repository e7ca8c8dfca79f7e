import type { TrialLine } from '../statements/trial-lines.js';

export interface FitTrialsOptions {
  /** The lines, each with a list mark and a line break, take at most this many tokens by `count`. */
  maxTokens: number;
  /** So does a line of what no list of the user names. */
  maxOtherTokens: number;
  count(text: string): number;
}

/**
 * The lines that have room, with a list mark, in the form that leaves out fewest of what the user
 * listed. A last line says how many of these are left out.
 */
export function fitTrials(
  forms: readonly (readonly TrialLine[])[],
  options: FitTrialsOptions,
): string[] {
  const fitted = forms.map((form) => fitForm(form, options));
  const fewest = Math.min(...fitted.map(({ missing }) => missing));
  return fitted.find(({ missing }) => missing === fewest)?.lines ?? [];
}

function fitForm(
  form: readonly TrialLine[],
  { maxTokens, maxOtherTokens, count }: FitTrialsOptions,
): { lines: string[]; missing: number } {
  const costs = form.map(({ line }) => count(`- ${line}\n`));
  const isWhole = costs.reduce((sum, cost) => sum + cost, 0) <= maxTokens;
  let room = isWhole ? maxTokens : maxTokens - count(notComplete(form.length));
  const lines: string[] = [];
  let missing = 0;
  for (const [index, { line, trials, isListed }] of form.entries()) {
    const cost = costs[index] ?? 0;
    if (cost <= room && (isListed || cost <= maxOtherTokens)) {
      room -= cost;
      lines.push(`- ${line}`);
    } else if (isListed) missing += trials;
  }
  if (missing > 0 && room >= 0) lines.push(notComplete(missing));
  return { lines, missing };
}

function notComplete(missing: number): string {
  return (
    `- Not complete: what came of ${missing} more that the user listed is not shown here. ` +
    'Search before trying one of them again.'
  );
}
