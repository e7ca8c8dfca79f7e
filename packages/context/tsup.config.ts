import { defineBuild } from '../../tsup.base.ts';

export default defineBuild({ index: 'src/index.ts' });
