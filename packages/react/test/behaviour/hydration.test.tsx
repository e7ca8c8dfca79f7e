import { ContextBreakdown, ContextIndicator, SummaryMessage } from '@everlong/react';
import { act, version } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, inject, test, vi } from 'vitest';

import { gallery } from '../support/gallery.js';
import { stateAt } from '../support/states.js';
import { compactionPart } from '../support/summaries.js';

test('what a server wrote is taken over without a change', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const complaints = vi.spyOn(console, 'error');
  const recovered = vi.fn();
  const { 'indicator-details': _opened, ...parts } = gallery;
  const app = (
    <main>
      {Object.entries(parts).map(([name, shown]) => (
        <div key={name}>{shown}</div>
      ))}
    </main>
  );
  const container = document.createElement('div');
  container.innerHTML = renderToString(app);
  const before = container.innerHTML;
  document.body.append(container);
  await act(async () => hydrateRoot(container, app, { onRecoverableError: recovered }));
  expect(container.innerHTML).toBe(before);
  expect(recovered).not.toHaveBeenCalled();
  expect(complaints).not.toHaveBeenCalled();
});

test('parts run on the React of this project', () => {
  expect(version.split('.')[0]).toBe(inject('react'));
  const html = renderToString(
    <>
      <ContextIndicator state={stateAt(0.29)} />
      <ContextBreakdown state={stateAt(0.29)} />
      <SummaryMessage message={compactionPart} />
    </>,
  );
  expect(html).toContain('aria-valuenow="29"');
  expect(html).toContain('42 messages summarized');
  expect(html).not.toMatch(/2026|14:30/);
});
