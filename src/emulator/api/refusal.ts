/** Why a request is not answered with what it asked for. Returned, not thrown: it is a routine outcome. */
export class Refusal {
  readonly status: number
  readonly message: string
  /** The true cause in one word, for the request list and the X-Emulator-Cause header; the platform would not tell it. */
  readonly why: string
  /** Only where the documents give one (N8). */
  readonly code: string | undefined

  constructor(status: number, why: string, { message, code }: { readonly message: string; readonly code?: string }) {
    this.status = status
    this.why = why
    this.message = message
    this.code = code
  }
}

/** 404 that does not say what there is instead. */
export function notFound(why: string, message = 'Not found.'): Refusal {
  return new Refusal(404, why, { message })
}

/** 400 for a value that the endpoint does not take. */
export function invalid(message: string): Refusal {
  return new Refusal(400, 'validation', { message })
}

/** 409 without a code. */
export function conflict(why: string, message: string): Refusal {
  return new Refusal(409, why, { message })
}
