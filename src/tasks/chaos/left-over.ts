import { existsSync, readFileSync, rmSync } from 'node:fs'

import type { ControlClient } from '../../control/control-client.ts'
import type { Fault } from '../../control/fault.ts'
import { ensurePrivateFile, writeFileAtomic } from '../../storage/files.ts'

/** The fields that identify a run's faults. */
type NotedFault = Pick<Fault, 'id' | 'kind' | 'seed'>

/** Saves a run's faults to a file, so that the next run can remove those of a killed one. */
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

/** Removes the faults of a killed run, which would add to those of this one. Returns their number. Raises the control client's errors. */
export async function endLeftOver(
  path: string,
  control: Pick<ControlClient, 'faults' | 'endFaults' | 'retryDeliveries'>,
): Promise<number> {
  const known = knownIn(path)
  if (known.length === 0) return 0
  const there = await control.faults()
  // Ids are reused after a reset or an undo, but the seed belongs to that run alone.
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
    // Only noteOfRun writes this file.
    return JSON.parse(readFileSync(path, 'utf8')) as readonly NotedFault[]
  } catch {
    return []
  }
}
