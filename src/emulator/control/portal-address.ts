import type { EmulatorContext } from '../context.ts'
import { issueOneTime } from '../platform/one-time.ts'

const TICKET_LIFETIME_MS = 5 * 60_000

/** Creates a URL that opens the portal once and continues to the path `next`. The command line prints it or opens it in the browser. */
export function portalAddress(context: EmulatorContext, next = '/'): string {
  const ticket = issueOneTime(context, { purpose: 'portal', subject: next }, TICKET_LIFETIME_MS)
  return `${context.urls().portal}/?ticket=${ticket}`
}
