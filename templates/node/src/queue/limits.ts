/** How many jobs one worker takes at once. */
export const BATCH = 20

/** How many jobs of one store are done at the same time, in all processes together: the hands of one worker, and those of all others are free for other stores. */
export const PER_STORE = BATCH

/** After so many failures a job is a dead letter: some four hours, most of them at the longest wait. */
export const RETRIES = 30

export const FIRST_WAIT_SECONDS = 1
export const LONGEST_WAIT_SECONDS = 600

/** How long a job may take before another worker is given it too. Every call of the app ends much earlier. */
export const LEASE_SECONDS = 120

/** How long jobs and dead letters are kept. */
export const KEPT_DAYS = 14
