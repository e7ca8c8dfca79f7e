import { type Snapshot } from '@everlong/core';
import {
  createFingerprintRedactor,
  redactSecrets,
  type SecretFingerprints,
} from '@everlong/redaction';

/**
 * Takes recognised secrets out of texts, and those that a snapshot knows again. What a snapshot
 * knows is read once, until the next one comes.
 */
export function createKnownRedactor(): (text: string, snapshot: Snapshot | undefined) => string {
  let last: { secrets: SecretFingerprints; redact: (text: string) => string } | undefined;
  return (text, snapshot) => {
    const redacted = redactSecrets(text);
    const secrets = snapshot?.secrets;
    if (secrets === undefined) return redacted;
    if (last?.secrets !== secrets) {
      last = { secrets, redact: createFingerprintRedactor(secrets) };
    }
    return last.redact(redacted);
  };
}
