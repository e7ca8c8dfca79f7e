/**
 * Ten ticks of a kernel that accounts processor time in ticks; work above it is what is compared.
 */
const NOISE_MICROSECONDS = 40_000;

const SAMPLES = 3;

/**
 * How many times the work of eight inputs a function does for an input that is eight times as long:
 * at most 1 where it is linear, up to 8 where it is quadratic. Counts this thread's processor time,
 * the least of three tries, so that a busy machine does not change it.
 *
 * @param work does its work for an input of that size; choose sizes at which quadratic work takes
 *   seconds
 */
export function growthOf(size: number, work: (size: number) => unknown): number {
  const small = microsecondsOf(() => work(Math.ceil(size / 8)));
  const large = microsecondsOf(() => work(size));
  return large / (8 * small + NOISE_MICROSECONDS);
}

function microsecondsOf(work: () => unknown): number {
  const times = Array.from({ length: SAMPLES }, () => {
    const before = process.threadCpuUsage();
    work();
    const { user, system } = process.threadCpuUsage(before);
    return user + system;
  });
  return Math.min(...times);
}
