/** The context that vitest passes to hooks and tests. */
interface VitestContext {
  readonly onTestFailed: (look: () => void) => void
}

/** The context that `node:test` passes to hooks and tests. */
interface NodeTestContext {
  readonly name: string
  readonly fullName?: string
  // Set for tests, not for suites; Node's types do not include all of it.
  readonly passed?: boolean
  readonly diagnostic?: (text: string) => void
  readonly after?: (look: () => void) => void
}

/** The context of a vitest or `node:test` test, as passed to `beforeEach`. */
export type TestContext = VitestContext | NodeTestContext
