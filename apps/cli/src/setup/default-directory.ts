/** Where sessions are kept unless an option says otherwise, below the current folder. */
export const defaultDirectory = '.everlong';
