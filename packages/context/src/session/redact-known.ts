import { redactSecrets, type SecretPrints, type Snapshot } from '@everlong/core';
import { createPrintRedactor } from '@everlong/summarizer';

/** Made once for each state of what is known. */
const redactors = new WeakMap<SecretPrints, (text: string) => string>();

/** The text without recognised secrets and without those that a snapshot knows again. */
export function redactKnown(text: string, snapshot: Snapshot | undefined): string {
  const redacted = redactSecrets(text);
  const secrets = snapshot?.secrets;
  if (secrets === undefined) return redacted;
  const redact = redactors.get(secrets) ?? createPrintRedactor(secrets);
  redactors.set(secrets, redact);
  return redact(redacted);
}
