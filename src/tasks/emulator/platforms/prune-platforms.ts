import { existsSync, rmSync } from 'node:fs'

import type { Context } from '../../../context.ts'
import { keyOfRow } from '../../../credentials/credentials.ts'
import { lockFolder } from '../../../emulator/files/folder-lock.ts'
import { AppError } from '../../../errors.ts'
import { DEFAULT_PLATFORM, onPlatform } from '../../../project/platforms/choose-platform.ts'
import { forgetIdentity } from '../../../project/platforms/identities.ts'
import { unknownPlatform } from '../../../project/platforms/not-running.ts'
import { placeOfFolder, sessionOn } from '../../../project/platforms/session-place.ts'
import { registeredNames } from '../../../project/registered-keys.ts'
import { emulatorId } from './emulator-id.ts'
import { listPlatforms, type PlatformRow } from './list-platforms.ts'

/** Returns the platforms to delete: the requested one, or all without a project. Raises the errors of `namedForRemoval`. */
export function removable(context: Pick<Context, 'paths'>, name: string | undefined): PlatformRow[] {
  return name === undefined ? prunable(context) : [namedForRemoval(context, name)]
}

/** Returns the stopped platforms whose project folder no longer exists. Excludes the default one, which the next project takes over. */
function prunable({ paths }: Pick<Context, 'paths'>): PlatformRow[] {
  return listPlatforms(paths).filter(
    ({ projectMissing, running, folder }) => projectMissing && running === null && folder !== paths.home,
  )
}

/**
 * Returns the requested platform. Raises `usage.invalid` for the default one and for an unknown
 * name, and `emulator.already-running` if it is running or an `app dev` uses it.
 */
function namedForRemoval({ paths }: Pick<Context, 'paths'>, name: string): PlatformRow {
  const meant = onPlatform(paths, name)
  if (name === DEFAULT_PLATFORM) {
    throw new AppError(
      'usage.invalid',
      'The default platform cannot be removed. Projects without a separate platform use it.',
      {
        suggestions: ['To empty the default platform: `app emulator reset --platform default`'],
      },
    )
  }
  const row = listPlatforms(paths).find((one) => one.name === name)
  if (row === undefined) throw unknownPlatform(meant, name)
  const pid = row.running?.pid ?? sessionOn(paths, name)
  if (pid === null) return row
  throw new AppError(
    'emulator.already-running',
    `The platform ${name} is in use (pid ${pid}), so it was not removed.`,
    {
      suggestions: [`app emulator stop --platform ${name}`, 'If `app dev` uses the platform: app dev stop'],
      details: { pid },
    },
  )
}

/**
 * Deletes a platform: its databases, data stored elsewhere about its installs, and the log of a deleted folder. Keeps one that was just restarted
 * (`emulator.already-running`).
 */
export async function removePlatform(
  context: Context,
  { name, project, projectMissing: isGone }: Pick<PlatformRow, 'name' | 'project' | 'projectMissing'>,
): Promise<void> {
  const paths = onPlatform(context.paths, name)
  lockFolder(paths.emulatorDir, () => null)()
  const places = [placeOfFolder(paths, paths.platformDir)]
  if (project !== null && isGone) {
    const names = existsSync(paths.stateDb) ? registeredNames(paths, project) : []
    places.push(...[null, ...names].map((name) => placeOfFolder(paths, project, name)))
  }
  const id = emulatorId(paths.emulatorDir)
  if (id !== null) await forget(context, `emulator:${id}`)
  for (const place of places) {
    for (const end of ['.ports.json', '.log', '.log.1']) rmSync(place + end, { force: true })
  }
  // The owner's note is deleted last, so that an interrupted removal can be found again.
  rmSync(paths.emulatorDir, { recursive: true, force: true })
  rmSync(paths.platformDir, { recursive: true, force: true })
}

async function forget(context: Context, identity: string): Promise<void> {
  const credentials = await context.credentials({ isEmulator: true })
  for (const row of await credentials.list()) {
    if (row.identity === identity) await credentials.remove(keyOfRow(row, identity))
  }
  if (existsSync(context.paths.stateDb)) forgetIdentity(context.paths, identity)
}
