import type { DatabaseSync } from 'node:sqlite'

import { readChangeset } from './changeset.ts'
import type { History } from './history.ts'
import type { Recorded, Recorder } from './recorder.ts'

export interface StepsTools {
  readonly recorder: Recorder
  readonly history: History
  /** The machine's clock. */
  readonly now: () => Date
  readonly registry: () => DatabaseSync
}

/** Rows that come by the way: what wrote nothing else is no operation that a person would take back. */
const incidental = new Set(['log', 'sessions', 'one_time_values', 'evidence'])

/** Does work as a step of the history. One that changes nothing is none; one that fails may have changed something all the same. */
export function createSteps({ recorder, history, now, registry }: StepsTools): <T>(what: string, work: () => T) => T {
  const end = (what: string, at: string) => {
    const recorded = endOrNull(recorder)
    if (recorded === null) {
      // Rows are others than the history knows: it cannot be gone back over this.
      history.clear()
      return
    }
    const { parts, created, events } = recorded
    if (isIncidental(recorded)) return
    const bytes = parts.reduce((sum, { changeset }) => sum + changeset.byteLength, 0)
    history.add({ what, at, events, bytes, how: { kind: 'rows', parts: [...parts], created } })
  }
  return (what, work) => {
    if (recorder.isOn()) return work()
    const at = now().toISOString()
    recorder.begin(registry())
    try {
      return work()
    } finally {
      end(what, at)
    }
  }
}

function endOrNull(recorder: Recorder): Recorded | null {
  try {
    return recorder.end()
  } catch {
    return null
  }
}

function isIncidental({ parts, created }: Recorded): boolean {
  if (created.length > 0) return false
  // A long one holds more than notes.
  return parts.every(
    ({ changeset }) =>
      changeset.byteLength < 4096 && readChangeset(changeset).every(({ table }) => incidental.has(table)),
  )
}
