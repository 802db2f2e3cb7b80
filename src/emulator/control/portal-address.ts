import { issueOneTime } from '../platform/one-time.ts'
import type { World } from '../world.ts'

const TICKET_LIFETIME_MS = 5 * 60_000

/** Creates a URL that opens the portal once and continues to the path `next`. The command line prints it or opens it in the browser. */
export function portalAddress(world: World, next = '/'): string {
  const ticket = issueOneTime(world, { purpose: 'portal', subject: next }, TICKET_LIFETIME_MS)
  return `${world.urls().portal}/?ticket=${ticket}`
}
