/** The texts of the breakdown, other than the names of its parts. */
export interface BreakdownStrings {
  /** Title of the table. */
  table: string;
  /** Column headings. */
  part: string;
  tokensColumn: string;
  share: string;
}

/** English. */
export const breakdownStrings: BreakdownStrings = {
  table: 'As a table',
  part: 'Part',
  tokensColumn: 'Tokens',
  share: 'Share',
};
