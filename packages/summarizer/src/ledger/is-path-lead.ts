import { pathKeys } from '@everlong/core/internal';

/** Whether a segment with this lead is an input that takes the path of a file. */
export function isPathLead(lead: string): boolean {
  return pathKeys.includes(lead.slice(lead.lastIndexOf(' ') + 1));
}
