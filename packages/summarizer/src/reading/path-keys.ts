/** The names of inputs in which tools of all families of agents take the path of a file. */
export const pathKeys = [
  'file_path',
  'path',
  'filePath',
  'filename',
  'file_name',
  'target_file',
  'notebook_path',
  'absolute_path',
  'file',
  'relative_path',
];

/** Whether a segment with this lead is such an input. */
export function isPathLead(lead: string): boolean {
  return pathKeys.includes(lead.slice(lead.lastIndexOf(' ') + 1));
}
