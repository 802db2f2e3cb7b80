import type { Reporter, TestModule } from 'vitest/node'

import { missingProgramsLine } from '../machine/needed-programs.ts'

/** Prints one final line about the tests that this machine cannot run. */
export class MissingPrograms implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap((module) =>
      [...module.children.allTests('skipped')].map(({ fullName }) => fullName),
    )
    const line = missingProgramsLine(skipped)
    if (line !== null) process.stdout.write(`\n${line}\n`)
  }
}
