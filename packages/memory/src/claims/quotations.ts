/** Longer quotations: not the speaker's own words. In single quotes, apostrophes are letters. */
const quotation =
  /"[^"\n]{12,}"|“[^”\n]{12,}”|‘(?:[^’\n]|(?<=\p{L})’(?=\p{L})){12,}’|(?<=[\s(]|^)'(?:[^'\n]|(?<=\p{L})'(?=\p{L})){12,}'(?![\p{L}\p{N}])/gmu;

/** A text without longer quotations. */
export function withoutQuotations(text: string): string {
  return text.replace(quotation, ' ');
}

export function hasQuotation(text: string): boolean {
  return withoutQuotations(text) !== text;
}
