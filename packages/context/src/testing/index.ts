export { historyArbitrary, type HistoryStep, markerOf } from './random-history.js';
export { thirds } from './thirds.js';
