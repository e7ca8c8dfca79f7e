/** Added to both times: what a timer or the collector of garbage may cost by itself. */
const NOISE_MICROSECONDS = 4000;

const SAMPLES = 3;

/**
 * How many times the work of eight inputs a function does for an input that is eight times as long:
 * about 1 where it is linear, up to 8 where it is quadratic. Counts this thread's processor time, the
 * least of three tries, so that a busy machine does not change it.
 *
 * @param work does its work for an input of that size; inputs should be large enough to take 10 ms
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
