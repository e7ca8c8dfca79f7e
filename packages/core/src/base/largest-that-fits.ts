/**
 * The largest whole number from 0 to `most` that fits, found by halving: `fits` must hold for every
 * number below one that it holds for. 0 is never asked about and is the answer when nothing fits.
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
