import { INK, svgText } from './svg-text.js';

/** A share of each policy, from 0 to 1. */
export interface SharePanel {
  title: string;
  shares: readonly { policy: string; share: number }[];
}

const BAR = { left: 180, right: 330, top: 30, room: 220, height: 13 };

/** Bars one below the other, the longest first. */
export function drawShares(
  { title, shares }: SharePanel,
  color: (policy: string) => string,
): string {
  const sorted = shares.toSorted((left, right) => right.share - left.share);
  const height = Math.min(BAR.height, BAR.room / Math.max(1, sorted.length));
  const bars = sorted.map(({ policy, share }, index) => {
    const top = BAR.top + index * height;
    const width = share * (BAR.right - BAR.left);
    return [
      svgText(BAR.left - 6, top + height - 4, policy, 9, 'end'),
      `<rect x="${BAR.left}" y="${top.toFixed(1)}" width="${width.toFixed(1)}" height="${(height - 2).toFixed(1)}" fill="${color(policy)}"/>`,
      svgText(BAR.left + width + 5, top + height - 4, `${Math.round(share * 100)} %`, 9),
    ].join('');
  });
  const bottom = BAR.top + sorted.length * height;
  const axis = `<path d="M${BAR.left} ${BAR.top}V${bottom.toFixed(1)}" stroke="${INK}"/>`;
  return [svgText(46, 16, title, 12), ...bars, axis].join('');
}
