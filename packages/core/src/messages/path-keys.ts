/** The names of inputs in which tools of all families of agents take the path of a file. */
export const pathKeys: readonly string[] = [
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
