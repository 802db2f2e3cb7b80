import type { Timeline } from '../timeline.ts'
import type { FindTest } from './current-test.ts'
import type { TestContext } from './test-context.ts'

/** Playwright's testInfo. */
export interface PlaywrightTestInfo {
  readonly status?: string | undefined
  readonly expectedStatus: string
  readonly attach: (name: string, given: { readonly body: string; readonly contentType: string }) => Promise<void>
}

/** Follows each test once, to print the timeline if it fails. */
export interface Follower {
  /** Follows the test of this context. */
  readonly follow: (test: TestContext) => void
  /** Follows the running test, if its runner reports it. */
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
        // The name is that of the previous test: this is a hook between two tests.
      }
    },
  }
}

/** Prints the timeline if the test fails. */
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

/** Adds the timeline to the report of a failed test. */
export async function attachTimeline(timeline: Timeline, info: PlaywrightTestInfo): Promise<void> {
  if (info.status === info.expectedStatus) return
  await info.attach('timeline', { body: timeline.text(), contentType: 'text/plain' })
}
