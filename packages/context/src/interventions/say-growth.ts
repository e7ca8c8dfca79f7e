/** The result of a compaction by hand: its reason, and that the request grew if it did. */
export function sayGrowth(
  reason: string,
  tokensBefore: number,
  tokensAfter: number,
  verb: 'grew' | 'would grow' = 'grew',
): string {
  if (tokensAfter <= tokensBefore) return reason;
  return `${reason}; the request ${verb} from ${tokensBefore} to ${tokensAfter} tokens`;
}
