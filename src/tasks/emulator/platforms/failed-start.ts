import { existsSync, rmSync } from 'node:fs'

import type { TimedEvent } from '../../../dev/events/dev-event.ts'
import { runningSession } from '../../../dev/lock.ts'
import { lockFolder } from '../../../emulator/files/folder-lock.ts'
import type { StatePaths } from '../../../project/paths.ts'
import { platformName } from '../../../project/platforms/choose-platform.ts'
import { placeOfFolder } from '../../../project/platforms/session-place.ts'

/** Deletes the platform of a failed start, so that a mistyped name does not stay. Keeps one that another process runs. */
export function removeUnused(paths: StatePaths): void {
  if (!existsSync(paths.platformDir)) return
  try {
    lockFolder(paths.emulatorDir, () => null)()
  } catch {
    return
  }
  rmSync(`${placeOfFolder(paths, paths.platformDir)}.ports.json`, { force: true })
  rmSync(paths.platformDir, { recursive: true, force: true })
}

export interface NewPlatform {
  readonly paths: StatePaths
  /** Project folder. */
  readonly dir: string
  /** Whether this start created the platform. */
  readonly isNew: boolean
}

/** Yields the events of an `app dev`. If it fails before anything ran on a platform that it created, deletes that platform. */
export async function* withoutUnused(
  events: AsyncIterable<TimedEvent>,
  place: NewPlatform,
): AsyncGenerator<TimedEvent, void> {
  let isUsed = false
  try {
    for await (const event of events) {
      isUsed ||= event.event === 'emulator'
      yield event
    }
  } catch (error) {
    // Another start of the project may be about to use it.
    const isOfAnother = runningSession(place)?.platform === platformName(place.paths)
    if (place.isNew && !isUsed && !isOfAnother) removeUnused(place.paths)
    throw error
  }
}
