import { existsSync, readFileSync, rmSync } from 'node:fs'

import type { ControlClient } from '../../control/control-client.ts'
import type { Fault } from '../../control/fault.ts'
import { ensurePrivateFile, writeFileAtomic } from '../../storage/files.ts'

/** The faults of a run, as far as they tell it from others. */
type NotedFault = Pick<Fault, 'id' | 'kind' | 'seed'>

/** Keeps in a file which faults a run has set, so that the next one can end those of one that was killed. */
export interface RunNote {
  readonly write: (faults: readonly Fault[]) => void
  readonly remove: () => void
}

export function noteOfRun(path: string): RunNote {
  return {
    write: (faults) => {
      ensurePrivateFile(path)
      const known: readonly NotedFault[] = faults.map(({ id, kind, seed }) => ({ id, kind, seed }))
      writeFileAtomic({ path, content: `${JSON.stringify(known)}\n` })
    },
    remove: () => rmSync(path, { force: true }),
  }
}

/** Ends the faults of a run that was killed, which would add to those of this one. Returns how many there were. Raises what the control interface raises. */
export async function endLeftOver(
  path: string,
  control: Pick<ControlClient, 'faults' | 'endFaults' | 'retryDeliveries'>,
): Promise<number> {
  const known = knownIn(path)
  if (known.length === 0) return 0
  const there = await control.faults()
  // Numbers are given again after a reset or an undo: the seed is what belongs to that run alone.
  const ids = there
    .filter((fault) =>
      known.some(({ id, kind, seed }) => id === fault.id && kind === fault.kind && seed === fault.seed),
    )
    .map(({ id }) => id)
  if (ids.length > 0) await control.endFaults({ ids })
  rmSync(path, { force: true })
  return ids.length
}

function knownIn(path: string): readonly NotedFault[] {
  if (!existsSync(path)) return []
  try {
    // Written by noteOfRun alone.
    return JSON.parse(readFileSync(path, 'utf8')) as readonly NotedFault[]
  } catch {
    return []
  }
}
