/** How many jobs one process does at the same time. */
export const BATCH = 20

/** A job is a dead letter after this many failures: after some four hours, most of them at the longest wait. */
export const RETRIES = 30

export const FIRST_WAIT_SECONDS = 1
export const LONGEST_WAIT_SECONDS = 600

/** How long a job may take before another worker gets it too. */
export const LEASE_SECONDS = 120

/** The signal of a handler is aborted after this time, in ms: early enough that what it writes falls into the lease. */
export const HANDLER_MS = 110_000

/** How long a handler may take before the response to a delivery, in ms: the platform waits for five seconds. */
export const INLINE_MS = 3500

/** How long jobs and dead letters are kept. */
export const KEPT_DAYS = 14
