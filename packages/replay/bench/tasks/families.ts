import { answeredRequest } from './families/answered-request.ts';
import { distantValue } from './families/distant-value.ts';
import { exactEdits } from './families/exact-edits.ts';
import { firstTurnConstraint } from './families/first-turn-constraint.ts';
import { longSpecification } from './families/long-specification.ts';
import { printedFigure } from './families/printed-figure.ts';
import { refutedHypothesis } from './families/refuted-hypothesis.ts';
import { renameFiles } from './families/rename-files.ts';
import { reversedDecision } from './families/reversed-decision.ts';
import { todoList } from './families/todo-list.ts';
import type { Family } from './task.ts';

/** All families of tasks; the last six are used for reporting alone. */
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
];
