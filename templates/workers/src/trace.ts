/** Headers that say to which trace a request belongs (W3C Trace Context). */
export type Trace = Readonly<Record<string, string>>

/**
 * An edge runtime has no `AsyncLocalStorage` without a special flag, so no trace is handed on here, and `app dev` guesses by time and store which delivery
 * caused a call. With the flag (`nodejs_als` in wrangler.jsonc) the same file of the template minimal does.
 */
export function traceOf(_headers: Headers): Trace | undefined {
  return undefined
}

export function inTrace<T>(_trace: Trace | undefined, work: () => T): T {
  return work()
}

export function currentTrace(): Trace | undefined {
  return undefined
}
