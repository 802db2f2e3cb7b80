import { commitLoad } from '../snapshots/load-snapshot.ts'
import type { History } from '../undo/history.ts'
import { forgetFiles, keepFiles } from '../undo/kept-files.ts'
import type { KeptState } from '../undo/step.ts'
import { closeState, openState, type State, type StateTools } from './state.ts'

export interface WholeStatesTools extends StateTools {
  readonly history: History
  readonly present: () => State
  readonly replace: (next: State) => void
}

/** Operations that replace the whole state, which is saved first. If it cannot be saved, nothing before such an operation can be undone. */
export interface WholeStates {
  /** Saves the current state, then runs `erase`, which deletes it. Raises errors of `erase`. */
  readonly putAside: (what: string, erase: () => void) => void
  /** Makes the state in a staged folder the current state. Raises `storage.*` and then leaves the old state unchanged. */
  readonly bring: (staged: string, what: string) => void
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
  /** Returns null if the state cannot be saved, for example on a full disk. The operation continues without it. */
  const keepFolder = (): KeptState | null => {
    try {
      const { staged, bytes } = keepFiles(dir)
      const bringBack = () => whileClosed(() => commitLoad(dir, staged))
      return { kind: 'state', bytes, isOnDisk: true, bringBack, forget: () => forgetFiles(dir, staged) }
    } catch {
      return null
    }
  }
  const keepMemory = (): KeptState => {
    const kept = present()
    replace(openState(tools))
    const bringBack = () => {
      closeState(present())
      replace(kept)
    }
    return { kind: 'state', bytes: bytesOf(kept), isOnDisk: false, bringBack, forget: () => closeState(kept) }
  }
  const add = (summary: string, how: KeptState | null) => {
    if (how === null) history.clear()
    else history.add({ summary, at: now().toISOString(), events: [], how })
  }
  return {
    putAside: (what, erase) => {
      const kept = dir === ':memory:' ? keepMemory() : whileClosed(keepFolder)
      try {
        erase()
      } finally {
        add(what, kept)
      }
    },
    bring: (staged, what) => {
      const kept = whileClosed(() => {
        const folder = keepFolder()
        try {
          commitLoad(dir, staged)
          return folder
        } catch (error) {
          folder?.forget()
          throw error
        }
      })
      add(what, kept)
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
