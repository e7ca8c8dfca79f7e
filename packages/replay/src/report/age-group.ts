/** The upper bounds of the age groups, in entries. */
const ENDS = [10, 50, 200];

/** The group of an age: `1-10`, `11-50`, `51-200` or `201+`. */
export function ageGroup(age: number): string {
  const index = ENDS.findIndex((end) => age <= end);
  const from = (ENDS[index < 0 ? ENDS.length - 1 : index - 1] ?? 0) + 1;
  return index < 0 ? `${from}+` : `${from}-${ENDS[index]}`;
}
