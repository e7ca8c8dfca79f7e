import type { Entry } from '@everlong/core';

import { constraintsSection } from '../constraints/constraints-section.js';
import { decisionsSection } from './decisions-section.js';
import type { Action } from '../actions/action.js';
import { filesSection } from './files-section.js';
import { pendingSection } from './pending-section.js';
import type { Sections } from './section-names.js';
import { stateSection } from './state-section.js';

/** The sections of `previous`, extended by what the entries say, without a model. Bounded. */
export function extractSections(
  previous: Sections,
  entries: readonly Entry[],
  actions: readonly Action[],
): Sections {
  return {
    'Files Modified': filesSection(previous['Files Modified'] ?? [], actions),
    'Key Decisions': decisionsSection(previous['Key Decisions'] ?? [], entries),
    'Important Values': previous['Important Values'] ?? [],
    'Current State': stateSection(previous['Current State'] ?? [], entries, actions),
    'Pending Tasks': pendingSection(previous['Pending Tasks'] ?? [], entries),
    Constraints: constraintsSection(previous.Constraints ?? [], entries),
  };
}
