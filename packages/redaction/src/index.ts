export { mapStrings } from './map-strings.js';
export { redactSecrets } from './redact-secrets.js';
export { type Replaced, replacedIn } from './replaced-in.js';
export {
  addFingerprints,
  createFingerprintRedactor,
  isDistinctive,
  type SecretFingerprints,
} from './secret-fingerprints.js';
export { isEscapeLetter, isWordCharacter } from './word-character.js';
