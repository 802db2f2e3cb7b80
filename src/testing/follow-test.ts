import type { Timeline } from './timeline.ts'

/** The context that vitest hands to hooks and tests. */
interface VitestContext {
  readonly onTestFailed: (look: () => void) => void
}

/** The context that `node:test` hands to hooks and tests. */
interface NodeTestContext {
  readonly name: string
  // Of tests, and not of suites; the types of Node do not know all of it.
  readonly passed?: boolean
  readonly diagnostic?: (text: string) => void
  readonly after?: (look: () => void) => void
}

/** The context of a test of vitest or `node:test`, as `beforeEach` gets it. */
export type TestContext = VitestContext | NodeTestContext

/** What Playwright calls testInfo. */
export interface PlaywrightTestInfo {
  readonly status?: string | undefined
  readonly expectedStatus: string
  readonly attach: (name: string, given: { readonly body: string; readonly contentType: string }) => Promise<void>
}

/** Has the timeline printed when the test fails. */
export function followTest(timeline: Timeline, test: TestContext): void {
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
