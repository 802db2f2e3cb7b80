import { rmSync } from 'node:fs'
import { join } from 'node:path'

import type { Step } from '../../control/undo.ts'
import { ensureFolder } from '../../storage/files.ts'
import { forgetFiles } from './kept-files.ts'
import { openStepLog, type LogRecord } from './step-log.ts'
import type { HowBack, NewStep, Phase, StepEntry, StepKeep } from './step.ts'

/** Facts of an operation, without the data that reverts it. */
interface Head extends Omit<Step, 'id'> {
  readonly bytes?: number
  readonly created?: readonly { readonly storeId: number; readonly file: string }[]
  /** Size in bytes of each part's changeset in the body. */
  readonly parts?: readonly { readonly storeId: number | null; readonly bytes: number }[]
  readonly staged?: string
}

/** Returns the folder with the history of an emulator that stores its state in files. */
export function historyFolder(dir: string): string {
  return join(dir, 'undo')
}

/** Removes all operations stored in files. */
export function removeFileKeep(dir: string): void {
  rmSync(historyFolder(dir), { recursive: true, force: true })
}

/**
 * Stores operations in files. They survive `kill -9`, but a power cut drops the history (`history-mark.ts`).
 * A new operation counts only once it is completely written. Raises `storage.*` and system errors.
 */
export function createFileKeep(dir: string): StepKeep {
  ensureFolder(historyFolder(dir))
  const log = openStepLog(historyFolder(dir))
  const headOf = (id: number) => JSON.parse(log.readHead(id).toString('utf8')) as Head // only `write` writes this file
  const forgetFolder = ({ id, kind }: StepEntry) => {
    if (kind === 'folder') forgetFiles(dir, stagedIn(id) ?? '')
  }
  const stagedIn = (id: number): string | null => {
    try {
      return headOf(id).staged ?? null
    } catch {
      return null
    }
  }
  return {
    found: log.found.flatMap((record) => entryOf(record, () => headOf(record.id)) ?? []),
    write: (id, below, step) => {
      const { how } = step
      const body = how.kind === 'rows' ? how.parts.map(({ changeset }) => changeset) : []
      const head = Buffer.from(JSON.stringify(newHead(step)))
      const state = phases.indexOf('open')
      const record = log.push({ id, below, state, kind: kinds.indexOf(how.kind), head, body })
      return entryOf(record, () => newHead(step)) ?? { id, phase: 'open', kind: how.kind, bytes: 0 }
    },
    read: ({ id }) => {
      const head = headOf(id)
      return { ...factsOf(id, head), how: howOf(head, log.readBody(id)) }
    },
    facts: ({ id }) => factsOf(id, headOf(id)),
    stagedIn: ({ id }) => stagedIn(id),
    move: (entry, phase) => {
      log.setState(entry.id, phases.indexOf(phase))
      return { ...entry, phase }
    },
    pop: (entry) => {
      // The folder of a restored state no longer exists.
      forgetFolder(entry)
      log.pop(entry.id)
    },
    drop: (entry) => {
      forgetFolder(entry)
      log.drop(entry.id)
    },
    close: log.close,
  }
}

/** The log stores the index of a phase, so the order must not change. */
const phases: readonly Phase[] = ['open', 'done', 'undo']
const kinds: readonly HowBack['kind'][] = ['rows', 'folder']

/** Returns null for a record that no version has written. */
function entryOf(record: LogRecord, head: () => Head): StepEntry | null {
  const phase = phases[record.state]
  const kind = kinds[record.kind]
  if (phase === undefined || kind === undefined) return null
  const bytes = kind === 'rows' ? record.headBytes + record.bodyBytes : (head().bytes ?? 0)
  return { id: record.id, phase, kind, bytes }
}

function newHead({ summary, at, events, how }: NewStep): Head {
  if (how.kind === 'rows') {
    const parts = how.parts.map(({ storeId, changeset }) => ({ storeId, bytes: changeset.byteLength }))
    return { summary, at, events, created: how.created, parts }
  }
  return { summary, at, events, bytes: how.bytes, ...(how.kind === 'folder' && { staged: how.staged }) }
}

function factsOf(id: number, { summary, at, events }: Head): Step {
  return { id, summary, at, events }
}

function howOf({ created = [], parts, staged = '', bytes = 0 }: Head, body: Buffer): HowBack {
  if (parts === undefined) return { kind: 'folder', staged, bytes }
  let from = 0
  const read = parts.map(({ storeId, bytes: length }) => {
    const changeset = body.subarray(from, from + length)
    from += length
    return { storeId, changeset }
  })
  return { kind: 'rows', parts: read, created }
}
