import { PlatformError } from './platform-error.ts'

/** Where the platform names no time. */
const USUAL_SECONDS = 2

/** Keeps to Retry-After: after a 429 no call is made with that token until its time is over. */
export interface Pauses {
  /** Makes the call; throws a `PlatformError` of 429 without making it while the token has to wait. */
  readonly call: <T>(token: string, make: () => Promise<T>) => Promise<T>
}

export function createPauses(now: () => number = Date.now): Pauses {
  /** In ms since 1970, by token. */
  const until = new Map<string, number>()
  return {
    call: async (token, make) => {
      if ((until.get(token) ?? 0) > now()) throw new PlatformError(429, 'The platform has asked this app to wait.')
      until.delete(token)
      try {
        return await make()
      } catch (error) {
        if (error instanceof PlatformError && error.status === 429) {
          until.set(token, now() + (error.waitSeconds ?? USUAL_SECONDS) * 1000)
        }
        throw error
      }
    },
  }
}
