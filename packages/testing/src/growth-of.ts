/**
 * Ten ticks of a kernel that accounts processor time in ticks; work above it is what is compared.
 */
const NOISE_MICROSECONDS = 40_000;

const SAMPLES = 3;

/**
 * How many times the work of eight inputs a function does for an input that is eight times as long:
 * at most 1 where it is linear, up to 8 where it is quadratic. Counts this thread's processor time,
 * the least of three tries, so that a busy machine does not change it; where one try of the long
 * input is linear, that is the answer.
 *
 * @param work does its work for an input of that size; choose sizes at which quadratic work takes
 *   seconds
 */
export function growthOf(size: number, work: (size: number) => unknown): number {
  const small = Array.from({ length: SAMPLES }, () => microsecondsOf(work, Math.ceil(size / 8)));
  const linear = 8 * Math.min(...small) + NOISE_MICROSECONDS;
  let large = Infinity;
  for (let sample = 0; sample < SAMPLES && large > linear; sample++) {
    large = Math.min(large, microsecondsOf(work, size));
  }
  return large / linear;
}

function microsecondsOf(work: (size: number) => unknown, size: number): number {
  const before = process.threadCpuUsage();
  work(size);
  const { user, system } = process.threadCpuUsage(before);
  return user + system;
}
