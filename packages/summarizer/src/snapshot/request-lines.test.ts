import { describe, expect, it } from 'vitest';

import type { RequestStatus } from '../statements/request-statuses.js';
import { withStatuses } from './request-lines.js';

const quoted = `"Rename the parser to scanner in ${'all of the files '.repeat(6)}"`;
const request: RequestStatus = { seq: 2, quoted, status: 'done', evidence: 3 };
const sections = { 'Current State': [`Earlier request (#2): ${quoted}`] };

describe('withStatuses', () => {
  it('has shorter lines for the request before the latest, should its own have no room', () => {
    const { sections: shown, closed } = withStatuses(sections, [request], { entries: [] });
    expect(shown['Current State']).toEqual([`Earlier request (#2; done in #3): ${quoted}`]);
    expect(closed.map(({ seq }) => seq)).toContain(2);
  });

  it('has none where a snapshot beside quotes it with the same status', () => {
    const visibleText = `- Earlier request (#2; done in #3): ${quoted}\n`;
    const beside = { entries: [], beside: true, visibleText };
    const { sections: shown, closed } = withStatuses(sections, [request], beside);
    expect(shown['Current State']).toEqual([]);
    expect(closed).toEqual([]);
  });

  it('names an open request by its first words where all of it is visible', () => {
    const open: RequestStatus = { seq: 2, quoted, status: 'open' };
    const whole = { entries: [], visibleUserText: quoted.slice(1, -1) };
    const shown = withStatuses(sections, [open], whole).sections['Current State'];
    expect(shown).toEqual(['Earlier request (#2; open): "Rename the parser to scanner in" […]']);
    const part = { entries: [], visibleUserText: quoted.slice(1, -20) };
    const cut = withStatuses(sections, [open], part).sections['Current State'];
    expect(cut).toEqual([`Earlier request (#2; open): ${quoted}`]);
  });
});
