import type { TestContext } from './test-context.ts'

export interface CurrentTest {
  /** Name, unique in its file. */
  readonly name: string
  readonly context: TestContext
}

/** Finds the running test if its runner reports it. Null otherwise, and in hooks of a whole file. */
export type FindTest = () => CurrentTest | null

/** The exports of vitest that are used. */
interface Vitest {
  readonly expect: { readonly getState: () => { readonly currentTestName?: string } }
  readonly onTestFailed: (look: () => void) => void
}

/** Exports of `node:test`; `getTestContext` from Node 24 on. */
interface NodeTest {
  readonly getTestContext?: () => (TestContext & { readonly name: string; readonly fullName?: string }) | undefined
}

/**
 * Detects vitest or `node:test`. Never rejects. With another test runner, use `reset(context)` to
 * follow tests.
 */
export async function testFinder(builtin: (name: string) => unknown): Promise<FindTest> {
  try {
    return '__vitest_worker__' in globalThis ? await ofVitest() : ofNode(() => builtin('node:test') as NodeTest)
  } catch {
    return () => null
  }
}

async function ofVitest(): Promise<FindTest> {
  // The project's own vitest, which the build leaves external.
  const { expect, onTestFailed } = (await import('vitest')) as Vitest
  return () => {
    const { currentTestName } = expect.getState()
    return currentTestName === undefined ? null : { name: currentTestName, context: { onTestFailed } }
  }
}

/** Loaded on first use, because not every program with a platform runs tests. */
function ofNode(nodeTest: () => NodeTest): FindTest {
  return () => {
    const { getTestContext } = nodeTest()
    const context = getTestContext?.()
    // The file as a whole is a test too.
    if (context === undefined || context.name === '<root>') return null
    return { name: context.fullName ?? context.name, context }
  }
}
