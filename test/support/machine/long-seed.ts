import fc from 'fast-check'

import { recordInputs } from './figures.ts'
import { seed } from './seed.ts'

// The properties of a long run follow from its seed, and its report contains how many inputs each test tried.
fc.configureGlobal({
  seed: Number(seed),
  reporter: (run) => {
    recordInputs(run.numRuns)
    if (run.failed) throw new Error(fc.defaultReportMessage(run))
  },
})
