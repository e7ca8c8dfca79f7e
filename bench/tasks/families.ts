import { answeredRequest } from './families/answered-request.ts';
import { cleanedData } from './families/cleaned-data.ts';
import { distantValue } from './families/distant-value.ts';
import { exactEdits } from './families/exact-edits.ts';
import { firstTurnConstraint } from './families/first-turn-constraint.ts';
import { flakyTest } from './families/flaky-test.ts';
import { longSpecification } from './families/long-specification.ts';
import { migratedSettings } from './families/migrated-settings.ts';
import { printedFigure } from './families/printed-figure.ts';
import { refutedHypothesis } from './families/refuted-hypothesis.ts';
import { renameFiles } from './families/rename-files.ts';
import { reversedDecision } from './families/reversed-decision.ts';
import { shiftHandover } from './families/shift-handover.ts';
import { todoList } from './families/todo-list.ts';
import { languageFamilies, pageFamilies } from './languages/families.ts';
import type { Family } from './task.ts';

/** All families of tasks; the last ten are used for reporting alone. */
export const families: readonly Family[] = [
  renameFiles,
  exactEdits,
  todoList,
  firstTurnConstraint,
  reversedDecision,
  answeredRequest,
  refutedHypothesis,
  distantValue,
  printedFigure,
  longSpecification,
  migratedSettings,
  flakyTest,
  cleanedData,
  shiftHandover,
];

/** Every family there is, to find one by its name. */
export const allFamilies: readonly Family[] = [...families, ...languageFamilies, ...pageFamilies];
