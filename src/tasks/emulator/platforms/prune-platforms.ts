import { existsSync, rmSync } from 'node:fs'

import type { Context } from '../../../context.ts'
import { keyOfRow } from '../../../credentials/credentials.ts'
import { lockFolder } from '../../../emulator/serve/folder-lock.ts'
import { onPlatform } from '../../../project/platforms/choose-platform.ts'
import { forgetIdentity } from '../../../project/platforms/identities.ts'
import { placeOfFolder } from '../../../project/platforms/session-place.ts'
import { emulatorId } from './emulator-id.ts'
import { listPlatforms, type PlatformRow } from './list-platforms.ts'

/** The platforms whose project is gone and that do not run. The default one is never removed: the next project takes it over. */
export function prunable({ paths }: Pick<Context, 'paths'>): PlatformRow[] {
  return listPlatforms(paths).filter(
    ({ isGone, running, folder }) => isGone && running === null && folder !== paths.home,
  )
}

/** Removes a platform: its databases, what is kept elsewhere of its installs, and the log of its folder. One that has just been started again stays (`emulator.already-running`). */
export async function removePlatform(
  context: Context,
  { name, project }: Pick<PlatformRow, 'name' | 'project'>,
): Promise<void> {
  const paths = onPlatform(context.paths, name)
  lockFolder(paths.emulatorDir, () => null)()
  const id = emulatorId(paths.emulatorDir)
  if (id !== null) await forget(context, `emulator:${id}`)
  if (project !== null) {
    const place = placeOfFolder(paths, project)
    for (const end of ['.ports.json', '.log', '.log.1']) rmSync(place + end, { force: true })
  }
  // The note of its owner goes last, so that an interrupted removal can be found again.
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
