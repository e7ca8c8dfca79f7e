import { suggestion } from '@everlong/core/internal';
import { Option } from 'commander';
import { usageError } from '../errors/exit-code.js';

/** Rejects with a usage error for an unknown policy. Loads the engine, which takes a while. */
export async function checkPolicy(name: string | undefined): Promise<void> {
  if (name === undefined) return;
  const { policyNames } = await import('@everlong/context');
  if (policyNames.some((known) => known === name)) return;
  throw usageError(
    `There is no policy ${JSON.stringify(name)}.${suggestion(name, policyNames)} ` +
      `Policies: ${policyNames.join(', ')}.`,
  );
}

/** How much the policy `everlong` keeps verbatim. */
export function keepOption(): Option {
  return new Option('--keep <amount>', 'how much the policy everlong keeps verbatim').choices([
    'little',
    'balanced',
    'much',
  ]);
}
