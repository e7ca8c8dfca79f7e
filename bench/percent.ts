/** A share as a percentage with one decimal; a dash where there is none. */
export function percent(share = Number.NaN): string {
  return Number.isNaN(share) ? '–' : `${(share * 100).toFixed(1)} %`;
}
