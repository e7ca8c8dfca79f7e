export { historyArbitrary, type HistoryStep, markerOf } from './random-history.js';
