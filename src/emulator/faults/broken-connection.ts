/**
 * Thrown instead of a response if a fault breaks the connection after the work was done. The
 * listener disconnects the caller. In memory the call rejects, as `fetch` does.
 */
export class BrokenConnection extends Error {
  /** Response that would have been sent. Null if not even its first byte is sent, as if the platform had crashed. */
  readonly response: Response | null

  constructor(response: Response | null) {
    super('A fault closed the connection.')
    this.response = response
  }
}
