import type { DatabaseSync } from 'node:sqlite'

import { readChangeset } from './changeset.ts'
import type { History } from './history.ts'
import type { Recorded, Recorder } from './recorder.ts'
import type { CreatedStore } from './step.ts'

export interface StepsTools {
  readonly recorder: Recorder
  readonly history: History
  /** The machine's clock. */
  readonly now: () => Date
  readonly registry: () => DatabaseSync
  /** Called if an operation was not committed, with the stores whose databases it has created. */
  readonly onNotCommitted: (created: readonly CreatedStore[]) => void
  /** Called when all or no changes of an operation are committed. */
  readonly onEnded: () => void
}

/** Tables that all work writes as a side effect. Work that writes only these is not an operation that a user would undo. */
const incidental = new Set(['log', 'sessions', 'one_time_values', 'evidence'])

/**
 * Does work as an operation of the history. Work without changes is not an operation. Work that fails may
 * still have changed something. Raises errors of the work, and SQLite errors if it cannot commit.
 */
export function createSteps(tools: StepsTools): <T>(what: string, work: () => T) => T {
  const { recorder, now, registry } = tools
  return (what, work) => {
    if (recorder.isOn()) return work()
    const at = now().toISOString()
    recorder.begin(registry())
    let result: ReturnType<typeof work>
    try {
      result = work()
    } catch (error) {
      // The first error explains a second one.
      orNull(() => end(tools, what, at))
      throw error
    }
    end(tools, what, at)
    return result
  }
}

function end(tools: StepsTools, summary: string, at: string): void {
  try {
    commit(tools, summary, at)
  } finally {
    tools.onEnded()
  }
}

function commit({ recorder, history, onNotCommitted }: StepsTools, summary: string, at: string): void {
  const recorded = orNull(() => recorder.recorded())
  try {
    recorder.commit(recorded)
  } catch (error) {
    if (recorded === null) history.clear()
    onNotCommitted(recorded?.created ?? [])
    throw error
  }
  // Rows differ from the history, so it cannot restore any earlier state.
  if (recorded === null) history.clear()
  else if (!isIncidental(recorded)) {
    const { parts, created, events } = recorded
    history.add({ summary, at, events, how: { kind: 'rows', parts, created } })
  }
}

/** Returns null if the work fails, for example on a full disk. */
function orNull<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

function isIncidental({ parts, created }: Recorded): boolean {
  if (created.length > 0) return false
  // A large changeset contains more than incidental rows.
  return parts.every(
    ({ changeset }) =>
      changeset.byteLength < 4096 && readChangeset(changeset).every(({ table }) => incidental.has(table)),
  )
}
