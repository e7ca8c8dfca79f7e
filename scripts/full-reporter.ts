import type { Reporter, TestModule } from 'vitest/node';

import { ClosingLineReporter } from './closing-line-reporter.ts';

/** Tests that take long enough to be worth a line. */
const MIN_SHOWN_MS = 5000;

/** One line for each test that failed or took long, then the closing lines. */
export default class FullReporter extends ClosingLineReporter implements Reporter {
  override onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<unknown>): void {
    for (const error of errors) process.stdout.write(`failed outside a test: ${String(error)}\n`);
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state, errors: reasons = [] } = test.result();
        const seconds = Math.round((test.diagnostic()?.duration ?? 0) / 1000);
        if (state !== 'failed' && seconds * 1000 < MIN_SHOWN_MS) continue;
        process.stdout.write(
          `${state} ${module.relativeModuleId}: ${test.fullName} (${seconds} s)\n`,
        );
        for (const { message } of reasons) process.stdout.write(`  ${message}\n`);
      }
    }
    super.onTestRunEnd(modules, errors);
  }
}
