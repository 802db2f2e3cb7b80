import { NotStarted } from '../bench/app-instance.ts'
import type { Bench } from '../bench/bench.ts'
import { onceFor } from '../bench/once-for.ts'

/** Starts the app without a signing secret. Returns null if it does not start, which is right too. */
export const appWithoutSecret = onceFor(async (bench: Bench) => {
  try {
    return await bench.ownApp({ env: { SVCAPP_SIGNING_SECRET: null } })
  } catch (error) {
    if (error instanceof NotStarted) return null
    throw error
  }
})
