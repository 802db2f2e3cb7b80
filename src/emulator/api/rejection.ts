/** Rejection of a request. Returned, not thrown, because it is a routine outcome. */
export class Refusal {
  readonly status: number
  readonly message: string
  /** The real cause in one word, for the request list and the X-Emulator-Cause header. The platform does not reveal it. */
  readonly why: string
  /** Set only if the documents specify one (N8). */
  readonly code: string | undefined

  constructor(status: number, why: string, { message, code }: { readonly message: string; readonly code?: string }) {
    this.status = status
    this.why = why
    this.message = message
    this.code = code
  }
}

/** Creates a 404 that does not reveal what exists instead. */
export function notFound(why: string, message = 'Not found.'): Refusal {
  return new Refusal(404, why, { message })
}

/** Creates a 400 for a value that the endpoint rejects. */
export function invalid(message: string): Refusal {
  return new Refusal(400, 'validation', { message })
}

/** Creates a 409 without a code. */
export function conflict(why: string, message: string): Refusal {
  return new Refusal(409, why, { message })
}
