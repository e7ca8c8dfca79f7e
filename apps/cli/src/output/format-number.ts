/** Digits in groups of three, the same everywhere: 45,000. */
export function formatNumber(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

/** A number with its noun: `1 message`, `2,000 messages`. */
export function counted(value: number, noun: string, plural = `${noun}s`): string {
  return `${formatNumber(value)} ${value === 1 ? noun : plural}`;
}

/** Says that calls are not in what was spent, if any are not. */
export function unreportedNote({ unreportedCalls }: { unreportedCalls?: number }): string {
  if (unreportedCalls === undefined) return '';
  return `, and ${counted(unreportedCalls, 'call')} of which the provider reported nothing`;
}

/** A ratio in whole percent; never rounded up to a limit that is not reached. */
export function formatPercent(ratio: number): string {
  if (!Number.isFinite(ratio) || ratio < 0) return '–';
  const percent = ratio * 100;
  // 0.29 × 100 is 28.999999999999996.
  return `${percent < 100 ? Math.floor(percent + 1e-9) : Math.round(percent)}%`;
}

/** A time in the reader's own zone, to the minute: 2025-01-15 14:30. */
export function formatTime(isoTime: string): string {
  const time = new Date(isoTime);
  if (Number.isNaN(time.getTime())) return isoTime;
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`;
}
