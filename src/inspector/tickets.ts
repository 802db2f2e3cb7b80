import { createHash } from 'node:crypto'

import type { Context } from '../context.ts'

/**
 * Tickets open a browser in place of the token, because every user of the machine can read a
 * process's arguments (T18). A ticket is valid once and for a short time.
 */
export interface Tickets {
  readonly issue: () => string
  /** Uses a ticket. Returns false if it was used, has expired or was never issued. */
  readonly use: (ticket: unknown) => boolean
}

/** Time that a browser may take to start. */
const LIFETIME_MS = 60_000

export function createTickets({ randomBytes, now }: Pick<Context, 'randomBytes' | 'now'>): Tickets {
  /** Digest to expiry, in Unix ms. The lookup time of a digest reveals nothing about the ticket. */
  const open = new Map<string, number>()
  return {
    issue: () => {
      const at = now().getTime()
      for (const [known, until] of open) if (until < at) open.delete(known)
      const ticket = randomBytes(24).toString('base64url')
      open.set(digest(ticket), at + LIFETIME_MS)
      return ticket
    },
    use: (ticket) => {
      const key = typeof ticket === 'string' ? digest(ticket) : ''
      const until = open.get(key)
      return open.delete(key) && until !== undefined && until >= now().getTime()
    },
  }
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
