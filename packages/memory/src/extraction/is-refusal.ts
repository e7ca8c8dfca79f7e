/**
 * Whether a clause refuses what the one before it says: `we refused`, `I turned it down`. What was
 * asked of the speaker, or done to them, does not hold then.
 */
export function isRefusal(clause: string): boolean {
  return refusal.test(clause.replace(/[\s,.;:!…]+$/, ''));
}

/** Whether a clause says itself that it came to nothing: `they raised the rent, which we refused`. */
export function isRefused(clause: string): boolean {
  const [, refusing] = /,? which ((?:I|we) .+)$/iu.exec(clause) ?? [];
  return refusing !== undefined && isRefusal(refusing);
}

const it = '(?:it|that|this|them|him|her|both)';

const refusal = new RegExp(
  `^(?:(?:I|we|she|he|they|which (?:I|we)|but|and|so|(?:the|my|our) \\p{L}+)\\s+)*(?:have |has |had |do |did |will )*(?:` +
    [
      `(?:refuse[ds]?|decline[ds]?|reject(?:ed|s)?|veto(?:ed|es)?)(?: ${it})?`,
      `refuse[ds]? to (?:pay|accept|agree|sign|do|take)(?: (?:it|that|this|more|any more))?`,
      `turn(?:ed|s)? ${it} down`,
      `sa(?:id|y) no(?: to ${it})?`,
      `not (?:accept|agree|take|want)(?: (?:to|with))?(?: ${it})?`,
      'no,? thanks?|no,? thank you',
    ].join('|') +
    ')$',
  'iu',
);
