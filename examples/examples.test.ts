import { describeExamples } from './describe-examples.ts';

describeExamples('ai 7');
