import { defineBuild } from '../../tsup.base.ts';

export default defineBuild({ main: 'src/main.ts' });
