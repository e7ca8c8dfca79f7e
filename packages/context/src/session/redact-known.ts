import { type Snapshot } from '@everlong/core';
import {
  createFingerprintRedactor,
  redactSecrets,
  type SecretFingerprints,
} from '@everlong/redaction';

/** Made once for each state of what is known. */
const redactors = new WeakMap<SecretFingerprints, (text: string) => string>();

/** The text without recognised secrets and without those that a snapshot knows again. */
export function redactKnown(text: string, snapshot: Snapshot | undefined): string {
  const redacted = redactSecrets(text);
  const secrets = snapshot?.secrets;
  if (secrets === undefined) return redacted;
  const redact = redactors.get(secrets) ?? createFingerprintRedactor(secrets);
  redactors.set(secrets, redact);
  return redact(redacted);
}
