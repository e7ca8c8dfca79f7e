/**
 * The largest whole number from 0 to `most` that fits, found by binary search: if a number fits,
 * all smaller ones must fit too. 0 always fits and is never passed to `fits`.
 */
export function largestThatFits(most: number, fits: (size: number) => boolean): number {
  let held = 0;
  let over = most + 1;
  while (over - held > 1) {
    const middle = Math.floor((held + over) / 2);
    if (fits(middle)) held = middle;
    else over = middle;
  }
  return held;
}
