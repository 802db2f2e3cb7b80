/**
 * Thrown instead of an answer where a fault takes the connection away after the work was done. The listener breaks the caller's connection; in memory the
 * call rejects, as `fetch` does.
 */
export class BrokenConnection extends Error {
  /** What would have been answered; null when not even its first byte is to go out, so that it looks as if the platform had died. */
  readonly response: Response | null

  constructor(response: Response | null) {
    super('A fault closed the connection.')
    this.response = response
  }
}
