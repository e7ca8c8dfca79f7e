/** How a change changes the size of a layer. */
export interface Growth {
  rows: number;
  terms: number;
}
