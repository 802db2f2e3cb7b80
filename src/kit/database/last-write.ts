import { hasCode } from '../../errors.ts'

/** How long a failed write counts as the state of the database, in ms. After that, one delivery tests it. */
const KNOWN_MS = 10_000

/** Records why the last write failed. A full disk still responds to every query, so a query does not detect it. */
export function watchWrites(now: () => number) {
  let failed: { readonly why: string; readonly at: number } | null = null
  return {
    watch: async <T>(write: () => Promise<T>): Promise<T> => {
      try {
        const result = await write()
        failed = null
        return result
      } catch (error) {
        if (hasCode(error, 'database.away')) failed = { why: error.message, at: now() }
        throw error
      }
    },
    /** Returns why the last write failed, if that was recent. */
    trouble: () => (failed !== null && now() - failed.at < KNOWN_MS ? failed.why : null),
  }
}
