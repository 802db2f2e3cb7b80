import type { DatabaseSync } from 'node:sqlite'

import { readChangeset } from './changeset.ts'
import type { History } from './history.ts'
import type { Recorded, Recorder } from './recorder.ts'
import type { ChangedRows } from './step.ts'

export interface StepsTools {
  readonly recorder: Recorder
  readonly history: History
  /** The machine's clock. */
  readonly now: () => Date
  readonly registry: () => DatabaseSync
  /** Reverts the committed part of an operation if one of its databases could not be written. Raises `storage.*`. */
  readonly undo: (step: ChangedRows) => void
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
    try {
      return work()
    } finally {
      try {
        end(tools, what, at)
      } finally {
        tools.onEnded()
      }
    }
  }
}

function end({ recorder, history, undo }: StepsTools, summary: string, at: string): void {
  const recorded = orNull(() => recorder.recorded())
  const how = recorded === null ? null : ({ kind: 'rows', parts: recorded.parts, created: recorded.created } as const)
  try {
    recorder.commit(recorded)
  } catch (error) {
    // Reverts what the other databases have committed when one database could not be written.
    if (how !== null && orNull(() => (undo(how), how)) === null) history.clear()
    throw error
  }
  // Rows differ from the history, so it cannot restore any earlier state.
  if (recorded === null || how === null) history.clear()
  else if (!isIncidental(recorded)) history.add({ summary, at, events: recorded.events, how })
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
