import { suggestion } from '@everlong/core/internal';
import { Option } from 'commander';
import { usageError } from '../output/exit-code.js';

/** Throws a usage error for an unknown policy. Loads the engine: call it only when it is needed. */
export async function checkPolicy(name: string | undefined): Promise<void> {
  if (name === undefined) return;
  const { policyNames } = await import('@everlong/context');
  if (policyNames.some((known) => known === name)) return;
  throw usageError(
    `There is no policy ${JSON.stringify(name)}.${suggestion(name, policyNames)} ` +
      `Policies: ${policyNames.join(', ')}.`,
  );
}

/** The dial of the policy `everlong`. */
export function keepOption(): Option {
  return new Option('--keep <amount>', 'how much the policy everlong keeps as it was said').choices(
    ['little', 'balanced', 'much'],
  );
}
