import type { Results } from './report.ts';

const SERIES: Array<[library: string, color: string]> = [
  ['everlong', '#2563eb'],
  ['tiktoken', '#94a3b8'],
  ['gpt-tokenizer', '#f59e0b'],
  ['ai-tokenizer', '#10b981'],
  ['js-tiktoken', '#ef4444'],
];
const BAR = 9;
const GROUP_GAP = 12;
const LEFT = 90;
const TOP = 56;
const WIDTH = 720;
const RIGHT = 60;

/** First-pass throughput of the exact libraries as an SVG bar chart, one group for each corpus. */
export function throughputChart({ corpora, throughput, machine, date }: Results): string {
  const rates = throughput['o200k_base'] ?? {};
  const groupHeight = SERIES.length * BAR + GROUP_GAP;
  const height = TOP + corpora.length * groupHeight + 16;
  const largest = Math.max(
    ...corpora.flatMap(({ name }) => SERIES.map(([library]) => rates[library]?.[name]?.first ?? 0)),
  );
  const scale = (WIDTH - LEFT - RIGHT) / largest;
  const bars = corpora.flatMap(({ name }, group) => {
    const top = TOP + group * groupHeight;
    const label = text(LEFT - 8, top + (SERIES.length * BAR) / 2 + 4, name, 'end');
    return [
      label,
      ...SERIES.map(([library, color], index) => {
        const rate = rates[library]?.[name]?.first ?? 0;
        const width = Math.max(1, rate * scale);
        const y = top + index * BAR;
        const value = text(
          LEFT + width + 4,
          y + BAR - 1.5,
          rate.toFixed(rate < 10 ? 1 : 0),
          'start',
          8,
        );
        return `<rect x="${LEFT}" y="${y}" width="${width.toFixed(1)}" height="${BAR - 1}" fill="${color}"/>${value}`;
      }),
    ];
  });
  const legend = SERIES.map(
    ([library, color], index) =>
      `<rect x="${LEFT + index * 115}" y="32" width="10" height="10" fill="${color}"/>${text(LEFT + 14 + index * 115, 41, library)}`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="system-ui, sans-serif" role="img">`,
    `<title>Counting o200k_base tokens, first pass, MB/s</title>`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    text(
      LEFT,
      18,
      `Counting o200k_base tokens, first pass, MB/s (${machine}, ${date})`,
      'start',
      12,
    ),
    ...legend,
    ...bars,
    '</svg>',
    '',
  ].join('\n');
}

function text(x: number, y: number, content: string, anchor = 'start', size = 11): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="${size}" text-anchor="${anchor}" fill="#0f172a">${content}</text>`;
}
