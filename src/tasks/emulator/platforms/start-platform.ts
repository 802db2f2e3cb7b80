import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type { Context } from '../../../context.ts'
import { openOnBest } from '../../../dev/ports/open-on-port.ts'
import { serveEmulator, type RunningEmulator } from '../../../emulator/serve.ts'
import type { StatePaths } from '../../../project/paths.ts'
import { isKnownPlatform } from '../../../project/platforms/choose-platform.ts'
import { readPlatformRecord } from '../../../project/platforms/platform-record.ts'
import { ensureFolder } from '../../../storage/files.ts'
import { removeUnused } from './failed-start.ts'

export interface StartPort {
  /** First of four ports. */
  readonly port: number
  /** Whether no flag fixes the port. If it is in use, the platform gets and keeps another one. */
  readonly isMovable: boolean
}

/** Starts the emulator of the selected platform. Deletes a new platform if the start fails. Raises the errors of `serveEmulator`. */
export async function startPlatform(context: Context, start: StartPort): Promise<RunningEmulator> {
  const { paths } = context
  const isNew = !isKnownPlatform(paths)
  try {
    return await serveOn(context, start)
  } catch (error) {
    if (isNew) removeUnused(paths)
    throw error
  }
}

async function serveOn(context: Context, { port, isMovable }: StartPort): Promise<RunningEmulator> {
  const { paths, now, version, runtime, env } = context
  const serve = (first: number) =>
    serveEmulator({
      paths,
      port: first,
      host: env['HOST'],
      now,
      version,
      pid: runtime.pid,
      startedBy: 'app emulator start',
    })
  if (!isMovable || port === 0) return serve(port)
  ensureFolder(paths.platformDir)
  ensureFolder(join(paths.home, 'dev'))
  return openOnBest({ paths, dir: folderOf(paths) }, { part: 'emulator', port }, serve)
}

/** Returns the folder whose ports are saved: that of the platform's project, so that its `app dev` uses the same ones, or the platform's. */
function folderOf(paths: StatePaths): string {
  const project = readPlatformRecord(paths)?.dir
  return project != null && existsSync(project) ? project : paths.platformDir
}
