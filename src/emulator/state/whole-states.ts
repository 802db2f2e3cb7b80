import { commitLoad } from '../snapshots/load-snapshot.ts'
import type { History, OpenStep } from '../undo/history.ts'
import { forgetFiles, keepFiles, type KeptFiles } from '../undo/kept-files.ts'
import type { KeptFolder, KeptInMemory } from '../undo/step.ts'
import { closeState, openState, type State, type StateTools } from './state.ts'

export interface WholeStatesTools extends StateTools {
  readonly history: History
  readonly present: () => State
  readonly replace: (next: State) => void
}

/** Operations that replace the whole state, which is saved first. If it cannot be saved, nothing before such an operation can be undone. */
export interface WholeStates {
  /** Saves the current state while `erase` deletes it. Raises errors of `erase`. */
  readonly putAside: (what: string, erase: () => void) => void
  /** Makes the state in a staged folder the current state. Raises `storage.*` and then leaves the old state unchanged. */
  readonly bring: (staged: string, what: string) => void
  /** Makes a saved state current again. Raises `storage.*`. */
  readonly bringBack: (how: KeptFolder | KeptInMemory) => void
}

export function createWholeStates({ history, present, replace, ...tools }: WholeStatesTools): WholeStates {
  const { dir, now } = tools
  /** Runs `work` while the databases are closed. */
  const whileClosed = <T>(work: () => T): T => {
    closeState(present())
    try {
      return work()
    } finally {
      replace(openState(tools))
    }
  }
  const openStep = (summary: string, how: KeptFolder | KeptInMemory) =>
    history.open({ summary, at: now().toISOString(), events: [], how })
  /** Returns null if the state cannot be saved, for example on a full disk. The operation continues without it. */
  const keepFolder = (what: string): OpenStep | null => {
    let kept: KeptFiles | null = null
    try {
      kept = keepFiles(dir)
      return openStep(what, { kind: 'folder', ...kept })
    } catch {
      if (kept !== null) forgetFiles(dir, kept.staged)
      return null
    }
  }
  const keepMemory = (what: string): OpenStep => {
    const kept = present()
    replace(openState(tools))
    const bringBack = () => {
      closeState(present())
      replace(kept)
    }
    return openStep(what, { kind: 'memory', bytes: bytesOf(kept), bringBack, forget: () => closeState(kept) })
  }
  const end = (step: OpenStep | null) => {
    if (step === null) history.clear()
    else step.confirm()
  }
  return {
    putAside: (what, erase) => {
      const step = dir === ':memory:' ? keepMemory(what) : whileClosed(() => keepFolder(what))
      try {
        erase()
      } finally {
        end(step)
      }
    },
    bring: (staged, what) => {
      const step = whileClosed(() => {
        const kept = keepFolder(what)
        try {
          commitLoad(dir, staged)
          return kept
        } catch (error) {
          kept?.forget()
          throw error
        }
      })
      end(step)
    },
    bringBack: (how) => {
      if (how.kind === 'memory') how.bringBack()
      else whileClosed(() => commitLoad(dir, how.staged))
    },
  }
}

function bytesOf({ registry, stores }: State): number {
  return [registry, ...stores.open.values()].reduce((sum, db) => {
    const { bytes } =
      db.prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()').get() ?? {}
    return sum + Number(bytes)
  }, 0)
}
