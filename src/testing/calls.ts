import { fitsPattern, wholePattern } from '../control/path-pattern.ts'
import { defined } from '../text/defined.ts'
import { rejectUnknown } from './known-fields.ts'
import type { Timeline, SeenCall } from './timeline.ts'
import { waitFor, type WaitOptions } from './wait.ts'

export interface CallWanted extends WaitOptions {
  readonly method?: string
  /**
   * Path pattern. `*` matches any characters. Relative to /api/apps/v1 unless it starts with /api/.
   * The query is ignored.
   */
  readonly path?: string
  readonly status?: number
}

/** API calls from the app to the platform. */
export interface PlatformCalls {
  /**
   * Waits for the first matching call since the last reset, including past ones. Raises
   * `testing.timeout` with the timeline in its message.
   */
  readonly waitFor: (wanted: CallWanted) => Promise<SeenCall>
  /** Calls since the last reset, oldest first. */
  readonly list: () => readonly SeenCall[]
}

export function createCalls(timeline: Timeline): PlatformCalls {
  return {
    list: () => [...timeline.calls()],
    waitFor: async (wanted) => {
      rejectUnknown('calls.waitFor', wanted, { method: true, path: true, status: true, timeoutMs: true })
      const { method, path, status, timeoutMs } = wanted
      const isWanted = (call: SeenCall) =>
        (method === undefined || call.method === method) &&
        (status === undefined || call.status === status) &&
        (path === undefined || fitsPattern(call.path.split('?')[0] ?? '', wholePattern(path)))
      const words = [method ?? 'any method', path ?? 'any path', ...(status === undefined ? [] : [`-> ${status}`])]
      const what = `An API call from the app (${words.join(' ')})`
      return waitFor(timeline, { find: () => timeline.calls().find(isWanted), what, ...defined({ timeoutMs }) })
    },
  }
}
