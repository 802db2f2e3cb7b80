import { meantStep } from '../../control/meant-step.ts'
import type { Lost, Step, Undone } from '../../control/undo.ts'
import { AppError } from '../../errors.ts'
import type { EmulatorContext } from '../context.ts'
import type { Queue } from '../deliveries/queue.ts'
import type { Gate } from '../gate.ts'
import type { History } from './history.ts'
import { lostBetween, remaining } from './lost.ts'
import type { ChangedRows, KeptState, KeptStep } from './step.ts'
import type { UndoneRows } from './undo-rows.ts'

/** Each method raises `emulator.unknown-operation` if there is nothing to undo, and `storage.*`. */
export interface UndoTools {
  /** Lists the operations that can be undone, newest first. */
  readonly list: () => Step[]
  readonly undo: () => Promise<Undone>
  /**
   * Undoes everything since the operation that caused the event, including that operation. Part of
   * the event's id is enough. Also raises `emulator.ambiguous-event`.
   */
  readonly rewind: (eventId: string) => Promise<Undone>
}

/** An open state whose operations can be undone. */
export interface UndoableState {
  readonly context: EmulatorContext
  /** Operations that can be undone. */
  readonly history: History
  /** Reverts the rows of an operation. No statement may be in progress in the databases. `onItsWay` lists deliveries in flight. Raises `storage.*`. */
  readonly undo: (step: ChangedRows, onItsWay: ReadonlySet<number>) => UndoneRows
}

export interface UndoneContext {
  readonly opened: UndoableState
  readonly queue: Pick<Queue, 'withdraw' | 'forget' | 'wake'>
  readonly gate: Gate
  /** Runs work while nothing is sent and no request is in progress. */
  readonly inQuiet: <T>(work: () => T) => Promise<T>
}

/** Undoes one operation at a time, and only while no request is in progress in the databases. */
export function createUndo({ opened, queue, gate, inQuiet }: UndoneContext): UndoTools {
  const { history, context } = opened
  /** Published without a log row, because the log's rows are restored too. */
  const report = ({ id, summary }: KeptStep) => {
    const at = context.now().toISOString()
    const message = `Undone: ${summary}.`
    context.notify({
      kind: 'log',
      entry: { at, level: 'info', code: 'undo.completed', message, details: { step: id } },
    })
  }
  const takeRows = (how: ChangedRows): UndoneRows => {
    const taken = opened.undo(how, queue.withdraw())
    queue.forget(taken.gone)
    return taken
  }
  /** Deliveries sent from the other state do not belong to this state. */
  const bringBack = (how: KeptState): UndoneRows => {
    const before = remaining(context.registry)
    how.bringBack()
    return { sent: [], gone: [], lost: lostBetween(before, remaining(context.registry)), tokens: 0 }
  }
  /** Returns null if another request was faster. */
  const takeLast = async (step: KeptStep): Promise<UndoneRows | null> => {
    const { how } = step
    const taken = await (how.kind === 'rows' ? gate.whileEmpty : inQuiet)(() => {
      if (!history.isLast(step)) return null
      const done = how.kind === 'rows' ? takeRows(how) : bringBack(how)
      history.drop()
      return done
    })
    queue.wake()
    return taken
  }
  const takeUntil = async (isLast: (step: KeptStep) => boolean): Promise<Undone> => {
    const undone: Step[] = []
    const sent: Undone['sent'][number][] = []
    const lost: Lost[] = []
    let revokedTokens = 0
    for (;;) {
      const step = history.last()
      if (step === null) break
      const taken = await takeLast(step)
      if (taken === null) continue
      undone.push(stepOf(step))
      sent.push(...taken.sent)
      lost.push(...taken.lost)
      revokedTokens += taken.tokens
      report(step)
      if (isLast(step)) break
    }
    return { undone, sent, lost, revokedTokens, remaining: history.list().length }
  }
  return {
    list: () => [...history.list()],
    undo: async () => {
      const undone = await takeUntil(() => true)
      if (undone.undone.length === 0) throw nothingToUndo()
      return undone
    },
    rewind: async (eventId) => {
      const made = meantStep(history.list(), eventId)
      return takeUntil(({ id }) => id <= made.id)
    },
  }
}

function stepOf({ id, summary, at, events }: KeptStep): Step {
  return { id, summary, at, events }
}

function nothingToUndo(): AppError {
  return new AppError('emulator.unknown-operation', 'Nothing to undo since the emulator started.', {
    suggestions: ['app emulator snapshot list'],
  })
}
