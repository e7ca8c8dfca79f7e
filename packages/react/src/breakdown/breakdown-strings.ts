/** What the breakdown says beside the names of its parts. */
export interface BreakdownStrings {
  /** Title of the table. */
  table: string;
  /** Heads of its columns. */
  part: string;
  tokensColumn: string;
  share: string;
}

export const breakdownStrings: BreakdownStrings = {
  table: 'As a table',
  part: 'Part',
  tokensColumn: 'Tokens',
  share: 'Share',
};
