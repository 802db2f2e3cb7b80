import { isLong } from '../../support/machine/long-run.ts'

/** How many cases a property tries: a share in every run, all of them in the long one, and few where each test runs a thousand times (`npm run mutation`). */
export const runs = {
  numRuns: isLong ? 100_000 : Number(process.env['SVCAPP_RUNS'] ?? 300),
}
