import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { gallery, type Scheme, Sheet } from '../support/gallery.js';

const schemes: readonly Scheme[] = ['light', 'dark'];
const settings = schemes.flatMap((scheme) =>
  (['ltr', 'rtl'] as const).flatMap((dir) => [320, 1600].map((width) => ({ scheme, dir, width }))),
);

test.each(settings)('axe finds nothing: $scheme, $dir, $width px', async (setting) => {
  const { scheme, dir, width } = setting;
  await page.viewport(width, 900);
  const screen = await render(
    <Sheet scheme={scheme} dir={dir}>
      <h1 style={{ color: scheme === 'dark' ? '#fff' : '#000' }}>Parts</h1>
      {Object.entries(gallery).map(([name, parts]) => (
        <div key={name} style={{ display: 'grid', gap: 12 }}>
          {parts}
        </div>
      ))}
    </Sheet>,
  );
  const { violations, passes } = await axe.run(screen.container);
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`),
  ).toEqual([]);
  expect(passes.map(({ id }) => id)).toContain('color-contrast');
  // Nothing sticks out sideways.
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
});
