import { commitLoad } from '../snapshots/load-snapshot.ts'
import { closeState, openState, type State, type StateTools } from '../world/state.ts'
import type { History } from './history.ts'
import { forgetFiles, keepFiles, type KeptFiles } from './kept-files.ts'

export interface WholeStatesTools extends StateTools {
  readonly history: History
  readonly present: () => State
  readonly replace: (next: State) => void
}

/** Steps after which nothing is as it was: the state before them is kept as a whole. Where it cannot be kept, nothing before them can be taken back. */
export interface WholeStates {
  /** Keeps the present state; what is present then may be erased. */
  readonly putAside: (what: string) => void
  /** Makes the state in a staged folder the present one. Raises `storage.*`, with the old state as it was. */
  readonly bring: (staged: string, what: string) => void
}

export function createWholeStates({ history, present, replace, ...tools }: WholeStatesTools): WholeStates {
  const { dir, now } = tools
  /** `work` finds the databases closed. */
  const whileClosed = <T>(work: () => T): T => {
    closeState(present())
    try {
      return work()
    } finally {
      replace(openState(tools))
    }
  }
  const remember = (what: string, kept: KeptFiles | null) => {
    if (kept === null) {
      history.clear()
      return
    }
    const { staged, bytes } = kept
    history.add({
      what,
      at: now().toISOString(),
      events: [],
      bytes,
      how: {
        kind: 'state',
        isOnDisk: true,
        bringBack: () => whileClosed(() => commitLoad(dir, staged)),
        forget: () => forgetFiles(dir, staged),
      },
    })
  }
  const putMemoryAside = (what: string) => {
    const kept = present()
    replace(openState(tools))
    const bringBack = () => {
      closeState(present())
      replace(kept)
    }
    history.add({
      what,
      at: now().toISOString(),
      events: [],
      bytes: bytesOf(kept),
      how: { kind: 'state', isOnDisk: false, bringBack, forget: () => closeState(kept) },
    })
  }
  return {
    putAside: (what) => {
      if (dir === ':memory:') putMemoryAside(what)
      else
        remember(
          what,
          whileClosed(() => keptOrNull(dir)),
        )
    },
    bring: (staged, what) => {
      const kept = whileClosed(() => {
        const files = keptOrNull(dir)
        try {
          commitLoad(dir, staged)
          return files
        } catch (error) {
          if (files !== null) forgetFiles(dir, files.staged)
          throw error
        }
      })
      remember(what, kept)
    },
  }
}

/** Null for example on a full disk: what was asked for is done all the same. */
function keptOrNull(dir: string): KeptFiles | null {
  try {
    return keepFiles(dir)
  } catch {
    return null
  }
}

function bytesOf({ registry, stores }: State): number {
  return [registry, ...stores.open.values()].reduce((sum, db) => {
    const { bytes } =
      db.prepare('SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()').get() ?? {}
    return sum + Number(bytes)
  }, 0)
}
