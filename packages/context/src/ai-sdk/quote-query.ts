/** How much of a query without results is repeated. */
const MAX_CHARACTERS = 200;

/** What was asked for, as an answer that found nothing repeats it. */
export function quoteQuery(text: string): string {
  if (text.length <= MAX_CHARACTERS) return text;
  return `${text.slice(0, MAX_CHARACTERS).toWellFormed()}…`;
}
