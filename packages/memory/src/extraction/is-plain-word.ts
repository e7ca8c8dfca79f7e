/** Values that are words although others of their kind are numbers. */
const counts =
  /\b(?:none|nothing|unlimited|infinite|infinity|never|zero|one|two|three|four|five|six|seven|eight|nine|ten|\p{L}+teen|\p{L}+ty|hundred|thousand|off|disabled|latest|stable|noon|midnight|today|tomorrow|\p{L}+day|weeks?|months?|quarter|january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|fall|winter)\b/iu;

/** Whether a value holds neither a number nor a name: `busy`, `configurable`. */
export function isPlainWord(object: string): boolean {
  return !/[\p{N}\p{Lu}]/u.test(object) && !counts.test(object);
}
