/** How many cases a property tries: a share in every run, all of them in the long one. */
export const runs = { numRuns: process.env['SVCAPP_LONG'] === '1' ? 100_000 : 300 }
