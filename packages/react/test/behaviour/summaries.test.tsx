import {
  CompactionDivider,
  isContextSummary,
  SummaryMessage,
  SummaryMessageTitle,
} from '@everlong/react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import {
  anthropicMessage,
  compactionPart,
  harnessMessage,
  insertedMessage,
  openaiMessage,
} from '../support/summaries.js';

test('a compaction: what it covered and saved, its sections, how it was verified', async () => {
  const screen = await render(<SummaryMessage message={compactionPart} />);
  const title = screen.getByText('42 messages summarized');
  await expect.element(title).toBeVisible();
  await expect.element(screen.getByText('18,400 to 5,210 tokens')).toBeVisible();
  await expect.element(screen.getByText('All 31 tests pass')).not.toBeVisible();
  await userEvent.click(title);
  await expect.element(screen.getByText('Key Decisions')).toBeVisible();
  await expect.element(screen.getByText('All 31 tests pass')).toBeVisible();
  await expect
    .element(screen.getByText('31 values checked against the messages: 2 struck, 1 restored'))
    .toBeVisible();
});

// promise: sdk-27
test('the summary that createContextManager inserts, by its headings', async () => {
  const screen = await render(<SummaryMessage message={insertedMessage} open />);
  await expect.element(screen.getByText('16 messages summarized')).toBeVisible();
  await expect.element(screen.getByText('9,000 to 400 tokens')).toBeVisible();
  await expect.element(screen.getByText('Pending Tasks')).toBeVisible();
  await expect.element(screen.getByText('Port 5433')).toBeVisible();
});

test('items of providers: what can be read of them, and never what is encrypted', async () => {
  const screen = await render(
    <>
      <SummaryMessage message={openaiMessage} open />
      <SummaryMessage message={anthropicMessage} open />
      <SummaryMessage message={harnessMessage} open />
    </>,
  );
  await expect.element(screen.getByText('Conversation summarized by OpenAI')).toBeVisible();
  await expect.element(screen.getByText('Only the provider can read this summary')).toBeVisible();
  await expect.element(screen.getByText('The server runs on port 5433.')).toBeVisible();
  await expect.element(screen.getByText('900 to 90 tokens')).toBeVisible();
  expect(screen.container.innerHTML).not.toContain('c2VjcmV0');
});

test('what is no summary shows nothing', async () => {
  const message = { id: '1', role: 'user', parts: [{ type: 'text', text: '## Key Decisions' }] };
  expect(isContextSummary(message)).toBe(false);
  const screen = await render(
    <>
      <SummaryMessage message={message} />
      <SummaryMessageTitle />
      <CompactionDivider compaction={message} />
    </>,
  );
  expect(screen.container.innerHTML).toBe('');
});

test('a divider separates; while a compaction runs it is a progress bar', async () => {
  const screen = await render(<CompactionDivider status="running" />);
  const bar = screen.getByRole('progressbar', { name: 'Summarizing the conversation…' });
  await expect.element(bar).not.toHaveAttribute('aria-valuenow');
  await screen.rerender(<CompactionDivider status="running" progress={0.5} />);
  await expect.element(bar).toHaveAttribute('aria-valuenow', '50');
  await screen.rerender(<CompactionDivider status="failed" />);
  await expect.element(screen.getByRole('alert')).toBeVisible();
  await screen.rerender(<CompactionDivider compaction={compactionPart} />);
  await expect
    .element(screen.getByRole('separator', { name: '42 messages summarized' }))
    .toBeVisible();
  await screen.rerender(
    <CompactionDivider compaction={{ ...compactionPart.data, kind: 'mask' }} />,
  );
  await expect.element(screen.getByText('Old tool results replaced by references')).toBeVisible();
});
