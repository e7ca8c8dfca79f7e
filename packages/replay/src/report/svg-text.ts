/** The color of texts and axes. */
export const INK = '#0f172a';

/** A text at a place of a drawing, its base line at `top`. */
export function svgText(
  left: number,
  top: number,
  content: string,
  size = 11,
  anchor = 'start',
): string {
  return (
    `<text x="${left.toFixed(1)}" y="${top.toFixed(1)}" font-size="${size}" ` +
    `text-anchor="${anchor}" fill="${INK}">${escapeXml(content)}</text>`
  );
}

/** A text escaped for XML and HTML, attributes included. */
export function escapeXml(value: string): string {
  return value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
