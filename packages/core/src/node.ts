/** Shared by everlong's own packages that run on Node; may change in any release. */
export { makeFolder } from './files/make-folder.js';
