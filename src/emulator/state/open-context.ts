import type { DatabaseSync } from 'node:sqlite'

import type { EmulatorUrls } from '../../control/contract.ts'
import type { Snapshot } from '../../control/snapshot.ts'
import type { EmulatorContext } from '../context.ts'
import { writeLog } from '../context/log.ts'
import { readMeta, writeMeta } from '../context/meta.ts'
import type { Notice } from '../context/notice.ts'
import { createSealing, sealingKey } from '../context/sealing.ts'
import { namingDamage, rejectLostStores } from '../files/damage.ts'
import { existingSnapshot, readSnapshot } from '../files/snapshot-folder.ts'
import { stageSnapshot } from '../snapshots/load-snapshot.ts'
import { createHistory } from '../undo/history.ts'
import { createRecorder } from '../undo/recorder.ts'
import { createSteps } from '../undo/steps.ts'
import { undoRows } from '../undo/undo-rows.ts'
import type { UndoableState } from '../undo/undo.ts'
import { keepRows, type KeptRows } from './kept-rows.ts'
import { recoverState } from './recover.ts'
import { closeState, eraseState, openState, readAgain } from './state.ts'
import { createWholeStates } from './whole-states.ts'

export interface ContextOptions {
  /** The emulator's folder, or ':memory:'. */
  readonly dir: string
  readonly now: () => Date
  readonly randomBytes: (size: number) => Buffer
  readonly urls: () => EmulatorUrls
  readonly onNotice?: (notice: Notice) => void
}

export interface OpenEmulatorContext extends UndoableState {
  /** Sets the callback for committed events. The queue sets it once it exists. */
  readonly onWake: (wake: () => void) => void
  /** Deletes apps, stores, installs and the queue. The emulator keeps its id, and its clock returns to the machine's time. */
  readonly reset: () => void
  /**
   * Replaces the current state with a snapshot's state. No statement may be in progress, because the databases are closed and reopened.
   * `kill -9` leaves the old state or the new one. Raises `emulator.unknown-snapshot` and `storage.*`, with the old state unchanged.
   */
  readonly load: (name: string) => Snapshot
  /** Saves the current state in memory. No statement may be in progress in the databases, here or in `rewind`. */
  readonly mark: () => void
  /** Restores the state of the mark, including the clock. */
  readonly rewind: () => void
  readonly close: () => void
}

/** Opens the databases and everything that the emulator's parts share, after completing an interrupted load. Raises `storage.*`. */
export function openEmulatorContext(options: ContextOptions): OpenEmulatorContext {
  return namingDamage(options.dir, () => open(options))
}

function open({ dir, now, randomBytes, urls, onNotice }: ContextOptions): OpenEmulatorContext {
  const history = createHistory()
  const recorder = createRecorder()
  const stateTools = { dir, now, recorder }
  let state = openState(stateTools)
  let marked: KeptRows | null = null
  const sealing = createSealing(sealingKey(dir, randomBytes), randomBytes)
  let wake: (() => void) | null = null
  let isWakeDue = false
  const wakeNow = () => {
    isWakeDue = false
    wake?.()
  }
  const id = identity(state.registry, randomBytes)
  const undo: OpenEmulatorContext['undo'] = (step, onItsWay) => {
    const { registry, stores } = state
    try {
      return undoRows({ dir, recorder, registry, storeDb: stores.of, removeStore: stores.remove }, step, onItsWay)
    } finally {
      state = readAgain(state, now)
    }
  }
  const context: EmulatorContext = {
    id,
    get registry() {
      return state.registry
    },
    storeDb: (storeId) => state.stores.of(storeId),
    now: () => state.clock.now(),
    randomBytes,
    urls,
    settings: () => state.settings.read(),
    changeSettings: (change) => state.settings.change(change),
    resetSettings: (name) => state.settings.restore(name),
    advanceClock: (ms) => state.clock.advance(ms),
    clockOffsetMs: () => state.clock.offsetMs(),
    log: (entry) => {
      const at = state.clock.now()
      writeLog(state.registry, { ...entry, at })
      onNotice?.({ kind: 'log', entry: { ...entry, at: at.toISOString() } })
    },
    seal: sealing.seal,
    unseal: sealing.unseal,
    step: createSteps({
      recorder,
      history,
      now,
      registry: () => state.registry,
      onNotCommitted: (created) => {
        for (const store of created) state.stores.remove(store)
        state = readAgain(state, now)
      },
      onEnded: () => {
        if (isWakeDue) wakeNow()
      },
    }),
    setUpCodes: new Set(),
    noteEvent: recorder.noteEvent,
    // Nothing is sent before it is committed.
    wakeQueue: () => (recorder.isOn() ? void (isWakeDue = true) : wakeNow()),
    notify: (notice) => onNotice?.(notice),
  }
  const erase = () => {
    eraseState(state)
    writeMeta(state.registry, 'id', id)
  }
  const whole = createWholeStates({
    ...stateTools,
    history,
    present: () => state,
    replace: (next) => void (state = next),
  })
  try {
    rejectLostStores(dir, state.registry)
    if (dir !== ':memory:' && recoverState(dir, state)) {
      state = readAgain(state, now)
      const message = 'An operation was interrupted, so it was undone.'
      // Not logged, because the log's rows are restored too.
      context.notify({
        kind: 'log',
        entry: { at: now().toISOString(), level: 'warn', code: 'undo.recovered', message, details: {} },
      })
    }
  } catch (error) {
    closeState(state)
    throw error
  }
  return {
    context,
    history,
    onWake: (listener) => void (wake = listener),
    reset: () => {
      // A mark depends on the open databases.
      if (marked === null) return whole.putAside('emulator reset', erase)
      history.clear()
      erase()
    },
    load: (name) => {
      const staged = stageSnapshot(dir, name)
      whole.bring(staged, `snapshot ${name} loaded`)
      // An imported state has no id.
      writeMeta(state.registry, 'id', id)
      return readSnapshot(existingSnapshot(dir, name), name)
    },
    undo,
    mark: () => {
      marked?.forget()
      marked = keepRows(state.registry)
      state.stores.mark()
    },
    rewind: () => {
      marked?.restore()
      state.stores.rewind()
      state = readAgain(state, now)
      history.clear()
    },
    close: () => {
      closeState(state)
      history.clear()
    },
  }
}

function identity(registry: DatabaseSync, randomBytes: (size: number) => Buffer): string {
  const known = readMeta(registry, 'id')
  if (known !== null) return known
  const id = randomBytes(8).toString('hex')
  writeMeta(registry, 'id', id)
  return id
}
