import { NotStarted } from '../harness/app-instance.ts'
import type { Harness } from '../harness/harness.ts'
import { onceFor } from '../harness/once-for.ts'

/** Starts the app without a signing secret. Returns null if it does not start, which is right too. */
export const appWithoutSecret = onceFor(async (harness: Harness) => {
  try {
    return await harness.ownApp({ env: { SVCAPP_SIGNING_SECRET: null } })
  } catch (error) {
    if (error instanceof NotStarted) return null
    throw error
  }
})
