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
  /** Takes back the committed part of a step of which one database could not be written. Raises `storage.*`. */
  readonly takeBack: (step: ChangedRows) => void
  /** Called when all or nothing of a step is committed. */
  readonly onEnded: () => void
}

/** Tables that all work writes as a side effect: work that wrote nothing else is not an operation that a person would take back. */
const incidental = new Set(['log', 'sessions', 'one_time_values', 'evidence'])

/**
 * Does work as a step of the history. The step is kept before any of it is committed, so that the next start takes back what `kill -9` left half committed.
 * Work that changes nothing is no step; work that fails may still have changed something. Raises the errors of the work, and those of SQLite where it cannot
 * commit.
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

function end({ recorder, history, takeBack }: StepsTools, summary: string, at: string): void {
  const recorded = orNull(() => recorder.recorded())
  const how = recorded === null ? null : ({ kind: 'rows', parts: recorded.parts, created: recorded.created } as const)
  const isStep = recorded === null || !isIncidental(recorded)
  const open =
    recorded && how && isStep ? orNull(() => history.open({ summary, at, events: recorded.events, how })) : null
  try {
    recorder.commit()
  } catch (error) {
    giveUp({ history, takeBack }, { open, how })
    throw error
  }
  if (open !== null) open.confirm()
  // Rows differ from what the history knows, so that it cannot restore anything before this.
  else if (isStep) history.clear()
}

interface GivenUp {
  readonly open: OpenStep | null
  readonly how: ChangedRows | null
}

/** Takes back what the other databases have committed of a step that one could not write; where that fails too, clears the history. */
function giveUp({ history, takeBack }: Pick<StepsTools, 'history' | 'takeBack'>, { open, how }: GivenUp): void {
  try {
    if (how !== null) takeBack(how)
  } catch {
    history.clear()
  }
  open?.forget()
}

/** Null where the work fails, for example on a full disk. */
function orNull<T>(work: () => T): T | null {
  try {
    return work()
  } catch {
    return null
  }
}

function isIncidental({ parts, created }: Recorded): boolean {
  if (created.length > 0) return false
  // A large changeset holds more than incidental rows.
  return parts.every(
    ({ changeset }) =>
      changeset.byteLength < 4096 && readChangeset(changeset).every(({ table }) => incidental.has(table)),
  )
}
