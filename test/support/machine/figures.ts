import { TestRunner } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    figures?: Figures
  }
}

/** What a test measured or counted: each value with its unit in the name, for example `{ kills: 200, lost: 0 }`. */
export type Figures = Readonly<Record<string, number | string>>

/** Adds figures of the running test, which is not concurrent, to the report of `npm run test:long`. */
export function recordFigures(figures: Figures): void {
  const meta = TestRunner.getCurrentTest()?.meta
  if (meta !== undefined) meta.figures = { ...meta.figures, ...figures }
}

/** Adds to the inputs that the running test tried. */
export function recordInputs(count: number): void {
  const before = Number(TestRunner.getCurrentTest()?.meta.figures?.['inputs'] ?? 0)
  recordFigures({ inputs: before + count })
}
