import { createHash } from 'node:crypto'

export interface TicketTools {
  readonly randomBytes: (size: number) => Buffer
  readonly now: () => Date
}

/**
 * What a browser is opened with instead of the token: arguments of a process can be read by every user of the machine (T18). A ticket works once, and not
 * for long.
 */
export interface Tickets {
  readonly issue: () => string
  /** Uses a ticket up; false for one that was used, is too old or was never issued. */
  readonly use: (ticket: unknown) => boolean
}

/** As long as a browser may take to start. */
const LIFETIME_MS = 60_000

export function createTickets({ randomBytes, now }: TicketTools): Tickets {
  /** Digest to the end of its time, in Unix ms: a look-up by digest tells nothing by how long it takes. */
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
