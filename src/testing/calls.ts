import { fitsPattern, wholePattern } from '../control/path-pattern.ts'
import { defined } from '../text/defined.ts'
import type { Timeline, SeenCall } from './timeline.ts'
import { waitFor, type WaitOptions } from './wait.ts'

export interface CallWanted extends WaitOptions {
  readonly method?: string
  /** `*` for any run of characters; below /api/apps/v1 unless it begins with /api/. The query does not count. */
  readonly path?: string
  readonly status?: number
}

/** The requests of the app to the platform. */
export interface PlatformCalls {
  /** The first such call since the last reset, past or to come. Raises `testing.timeout` with the timeline in its message. */
  readonly waitFor: (wanted: CallWanted) => Promise<SeenCall>
  /** Those since the last reset, oldest first. */
  readonly list: () => readonly SeenCall[]
}

export function createCalls(timeline: Timeline): PlatformCalls {
  return {
    list: () => [...timeline.calls()],
    waitFor: ({ method, path, status, timeoutMs }) => {
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
