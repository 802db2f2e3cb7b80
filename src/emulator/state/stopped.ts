import type { EmulatorUrls } from '../../control/contract.ts'
import { readRunFile } from '../../control/run-file.ts'
import type { Snapshot } from '../../control/snapshot.ts'
import { hasCode } from '../../errors.ts'
import { namingDamage } from '../files/damage.ts'
import { lockFolder } from '../files/folder-lock.ts'
import { existingSnapshot, readSnapshot } from '../files/snapshot-folder.ts'
import { commitLoad, stageSnapshot } from '../snapshots/load-snapshot.ts'
import { openEmulatorContext, type OpenEmulatorContext } from './open-context.ts'

export interface StoppedOptions {
  readonly paths: { readonly emulatorDir: string; readonly runFile: string }
  readonly now: () => Date
  readonly randomBytes: (size: number) => Buffer
}

/** Runs work on a stopped emulator. Raises `emulator.already-running` and errors of the work. */
export function withStoppedEmulator(
  options: StoppedOptions,
  work: (opened: OpenEmulatorContext) => Snapshot,
): Snapshot {
  return whileLocked(options, () => inContext(options, work))
}

/**
 * Loads a snapshot into a stopped emulator. Also replaces a damaged state, because a snapshot is
 * the fix for it. Raises `emulator.already-running`, `emulator.unknown-snapshot` and `storage.*`.
 */
export function loadIntoStopped(options: StoppedOptions, name: string): Snapshot {
  const dir = options.paths.emulatorDir
  return whileLocked(options, () => {
    try {
      return inContext(options, ({ load }) => load(name))
    } catch (error) {
      if (!hasCode(error, 'storage.broken')) throw error
      const staged = stageSnapshot(dir, name)
      commitLoad(dir, staged)
      return inContext(options, () => readSnapshot(existingSnapshot(dir, name), name))
    }
  })
}

function whileLocked<T>({ paths }: StoppedOptions, work: () => T): T {
  const unlock = lockFolder(paths.emulatorDir, () => readRunFile(paths)?.pid ?? null)
  try {
    return work()
  } finally {
    unlock()
  }
}

function inContext<T>({ paths, now, randomBytes }: StoppedOptions, work: (opened: OpenEmulatorContext) => T): T {
  const opened = openEmulatorContext({ dir: paths.emulatorDir, now, randomBytes, urls: () => nowhere })
  try {
    return namingDamage(paths.emulatorDir, () => work(opened))
  } finally {
    opened.close()
  }
}

/** A stopped emulator needs no addresses. */
const nowhere: EmulatorUrls = { api: '', admin: '', portal: '', storefront: '' }
