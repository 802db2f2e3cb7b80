import { sweepDaily } from './sweep.ts'
import type { Tools } from './tools.ts'

/** Work that the app does without a request; the returned function ends it. */
export function background(tools: Tools): () => Promise<void> {
  const endSweep = sweepDaily(tools)
  return async () => endSweep()
}
