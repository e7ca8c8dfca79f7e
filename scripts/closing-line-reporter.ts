import type { Reporter, TestModule } from 'vitest/node';

/**
 * Ends a vitest run with the seed of its random tests and one plain line, `N passed, N failed,
 * N skipped`. A module or a group that
 * failed outside its tests (an import that throws, a hook) counts as one failed test.
 */
export class ClosingLineReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandledErrors: ReadonlyArray<unknown>): void {
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 };
    for (const module of modules) {
      counts.failed += module.errors().length > 0 ? 1 : 0;
      for (const suite of module.children.allSuites()) {
        counts.failed += suite.errors().length > 0 ? 1 : 0;
      }
      for (const test of module.children.allTests()) {
        const { state } = test.result();
        counts[state === 'pending' ? 'failed' : state] += 1;
      }
    }
    process.stdout.write(
      `\nEVERLONG_SEED=${process.env['EVERLONG_SEED']} repeats the random tests of this run.\n\n` +
        `${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped\n`,
    );
  }
}
