import type { EmulatorUrls } from '../../control/contract.ts'
import { readRunFile } from '../../control/run-file.ts'
import type { Snapshot } from '../../control/snapshot.ts'
import { lockFolder } from '../serve/folder-lock.ts'
import { openWorld, type OpenWorld } from '../world/open-world.ts'

export interface StoppedOptions {
  readonly paths: { readonly emulatorDir: string; readonly runFile: string }
  readonly now: () => Date
  readonly randomBytes: (size: number) => Buffer
}

/** Saves or loads a snapshot of an emulator that does not run. Raises `emulator.already-running` and what the work itself raises. */
export function withStoppedEmulator(options: StoppedOptions, work: (opened: OpenWorld) => Snapshot): Snapshot {
  const { paths, now, randomBytes } = options
  const unlock = lockFolder(paths.emulatorDir, () => readRunFile(paths)?.pid ?? null)
  try {
    const opened = openWorld({ dir: paths.emulatorDir, now, randomBytes, urls: () => nowhere })
    try {
      return work(opened)
    } finally {
      opened.close()
    }
  } finally {
    unlock()
  }
}

/** Nobody asks it for an address. */
const nowhere: EmulatorUrls = { api: '', admin: '', portal: '', storefront: '' }
