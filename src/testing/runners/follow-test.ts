import type { Timeline } from '../timeline.ts'
import type { FindTest } from './current-test.ts'
import type { TestContext } from './test-context.ts'

/** What Playwright calls testInfo. */
export interface PlaywrightTestInfo {
  readonly status?: string | undefined
  readonly expectedStatus: string
  readonly attach: (name: string, given: { readonly body: string; readonly contentType: string }) => Promise<void>
}

/** Follows tests, so that the timeline is printed when one fails: each of them once. */
export interface Follower {
  /** The test of this context. */
  readonly follow: (test: TestContext) => void
  /** The test that is running, where its runner tells. */
  readonly followCurrent: () => void
}

export function createFollower(timeline: Timeline, find: FindTest): Follower {
  let last: string | null = null
  const follow = (name: string | null, test: TestContext) => {
    if (name !== null && name === last) return
    last = name
    followTest(timeline, test)
  }
  return {
    follow: (test) => follow('onTestFailed' in test ? (find()?.name ?? null) : (test.fullName ?? test.name), test),
    followCurrent: () => {
      const test = find()
      if (test === null) return
      try {
        follow(test.name, test.context)
      } catch {
        // The name is that of the test before: this is a hook between the two.
      }
    },
  }
}

/** Has the timeline printed when the test fails. */
function followTest(timeline: Timeline, test: TestContext): void {
  if ('onTestFailed' in test) {
    // oxlint-disable-next-line no-console -- vitest shows with the test what console prints
    test.onTestFailed(() => console.error(timeline.text()))
    return
  }
  test.after?.(() => {
    if (test.passed === false) test.diagnostic?.(timeline.text())
  })
}

/** Puts the timeline into the report of a test that has failed. */
export async function attachTimeline(timeline: Timeline, info: PlaywrightTestInfo): Promise<void> {
  if (info.status === info.expectedStatus) return
  await info.attach('timeline', { body: timeline.text(), contentType: 'text/plain' })
}
