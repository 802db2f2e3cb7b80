import type { DatabaseSync } from 'node:sqlite'

import { readChangeset } from './changeset.ts'
import type { History, OpenStep } from './history.ts'
import type { Recorded, Recorder } from './recorder.ts'
import type { ChangedRows } from './step.ts'

export interface StepsTools {
  readonly recorder: Recorder
  readonly history: History
  /** The machine's clock. */
  readonly now: () => Date
  readonly registry: () => DatabaseSync
  /** Takes back what was committed of a step before one of its databases could not be written. Raises `storage.*`. */
  readonly takeBack: (step: ChangedRows) => void
  /** Called when all of a step is committed, or nothing. */
  readonly onEnded: () => void
}

/** Rows that come by the way: what wrote nothing else is no operation that a person would take back. */
const incidental = new Set(['log', 'sessions', 'one_time_values', 'evidence'])

/**
 * Does work as a step of the history, which is kept before anything of it is committed: what `kill -9` leaves half committed is taken back at the next start. One
 * that changes nothing is none; one that fails may have changed something all the same. Raises what the work raises, and what SQLite raises where it cannot be committed.
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

function end({ recorder, history, takeBack }: StepsTools, what: string, at: string): void {
  const recorded = orNull(() => recorder.recorded())
  const how = recorded === null ? null : ({ kind: 'rows', parts: recorded.parts, created: recorded.created } as const)
  const isStep = recorded === null || !isIncidental(recorded)
  const open = recorded && how && isStep ? orNull(() => history.open({ what, at, events: recorded.events, how })) : null
  try {
    recorder.commit()
  } catch (error) {
    giveUp({ history, takeBack }, { open, how })
    throw error
  }
  if (open !== null) open.confirm()
  // Rows are others than the history knows: it cannot be gone back over this.
  else if (isStep) history.clear()
}

interface GivenUp {
  readonly open: OpenStep | null
  readonly how: ChangedRows | null
}

/** Nothing of a step stays that one of its databases could not take; where that cannot be either, the history does not go back over it. */
function giveUp({ history, takeBack }: Pick<StepsTools, 'history' | 'takeBack'>, { open, how }: GivenUp): void {
  try {
    if (how !== null) takeBack(how)
  } catch {
    history.clear()
  }
  open?.forget()
}

/** Null where it cannot be known or kept, for example on a full disk. */
function orNull<T>(work: () => T): T | null {
  try {
    return work()
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
