/** Longer quotations: not the speaker's own words. */
const quotation =
  /"[^"\n]{12,}"|“[^”\n]{12,}”|‘[^’\n]{12,}’|(?<=[\s(]|^)'[^'\n]{12,}'(?![\p{L}\p{N}])/gmu;

/** A text without longer quotations. */
export function withoutQuotations(text: string): string {
  return text.replace(quotation, ' ');
}

export function hasQuotation(text: string): boolean {
  return withoutQuotations(text) !== text;
}
