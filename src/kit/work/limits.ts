/** Number of jobs that one process runs in parallel. */
export const BATCH = 20

/** A job is a dead letter after this many retries, which take some four hours, most of them at the longest pause. */
export const RETRIES = 30

export const FIRST_WAIT_SECONDS = 1
export const LONGEST_WAIT_SECONDS = 600

/** How long a job may take before another worker gets it, too. */
export const LEASE_SECONDS = 120

/** A handler's signal is aborted after this time, in ms: early enough to write within the lease. */
export const HANDLER_MS = 110_000

/** Time limit of a handler before the response to a delivery, in ms: `app check` allows five seconds. */
export const INLINE_MS = 3500

/** How long jobs and dead letters are stored. */
export const KEPT_DAYS = 14
