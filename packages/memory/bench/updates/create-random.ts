/** Numbers from 0 up to a limit, the same in every run. */
export function createRandom(): (limit: number) => number {
  let seed = 7;
  return (limit) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * limit);
  };
}
