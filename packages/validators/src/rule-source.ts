/** The page where a provider says what a rule demands, and when it was last read. */
export interface RuleSource {
  /**
   * Pages of the provider, its official SDK in a version, or public issues (`owner/repo#number`)
   * that show the API's refusal.
   */
  source: string;
  /** The day (ISO 8601) on which it was last compared with the rule; null: unverified since then. */
  read: string | null;
}

/** A rule that was compared with its source on that day. */
export function seen(read: string, source: string): RuleSource {
  return { source, read };
}

/** A rule whose source could not be seen in whole when the sheet was last read. */
export function unverified(source: string): RuleSource {
  return { source, read: null };
}
