import { type Fields } from '../json/json-fields.js';
import { isToolPart, isUnfinished } from './ui-tool-part.js';

/** A step of an assistant's UI message, or what the user put in between. */
export type UiStep = { steering: Fields } | { parts: Fields[] };

/**
 * The steps of an assistant message. They are divided by `step-start` parts; where a message has
 * none, text or reasoning after a finished tool call begins a new one.
 */
export function uiSteps(parts: readonly Fields[]): UiStep[] {
  const hasMarks = parts.some(({ type }) => type === 'step-start');
  const steps: UiStep[] = [];
  let current: Fields[] = [];
  let hasFinishedTool = false;
  const close = () => {
    if (current.length > 0) steps.push({ parts: current });
    current = [];
    hasFinishedTool = false;
  };
  for (const part of parts) {
    const isSpeech = part['type'] === 'text' || part['type'] === 'reasoning';
    if (part['type'] === 'step-start' || (!hasMarks && isSpeech && hasFinishedTool)) close();
    if (part['type'] === 'steering-message') {
      close();
      steps.push({ steering: part });
    } else {
      current.push(part);
      hasFinishedTool ||= isToolPart(part) && !isUnfinished(part);
    }
  }
  close();
  return steps;
}
