import { AppError } from '../../errors.ts'
import { targetFlag } from '../config.ts'
import type { Core } from '../core.ts'
import type { Redriven } from '../database/queue.ts'
import { wasWritten } from '../database/tx.ts'
import { reasonOf } from '../log/log.ts'
import { enqueueHook } from './hooks.ts'
import type { StoredInstall } from './install.ts'
import { markBroken, markWorking } from './installs.ts'

/**
 * Marks the install as broken after a 401, and logs it as an error once. With a store-wide token, a
 * 401 may be about the requested region, so such a token is tried without a region first.
 */
export async function noteRejected(core: Core, install: StoredInstall, pinned: boolean): Promise<void> {
  const { platform, database, log, now, config } = core
  try {
    if (pinned && install.token !== null && (await platform.regions(install.token)) !== null) return
  } catch (error) {
    // The platform is not available now. The next call checks again.
    if (error instanceof AppError) return
    throw error
  }
  const isNew = await wasWritten(
    database.transaction(async (tx) => {
      await tx.must(markBroken(install, now()))
      await enqueueHook(core, tx, { hook: 'broken', install })
    }),
  )
  if (!isNew) return
  const { storeId, regionId } = install
  log('INSTALL BROKEN', {
    storeId,
    regionId,
    why: `The platform rejects the token (401), so this store's events wait. To reinstall the app: app dev --reinstall${targetFlag(config().adminUrl)}, or open /auth/start.`,
  })
}

/** Removes the mark when the platform accepts the token after all, and redrives the jobs that failed because of it. */
export async function noteAccepted({ database, log, now }: Core, install: StoredInstall): Promise<void> {
  const [changed] = await database.batch([markWorking(install, now())])
  if (changed === 0) return
  const { storeId, regionId } = install
  log('install restored', { storeId, regionId })
  await redriveStore({ database, log }, storeId)
}

/** Redrives events that arrived without a valid token. An install is complete whether or not its dead letters can be read now. */
export async function redriveStore(
  { database, log }: Pick<Core, 'database' | 'log'>,
  storeId: number,
  which?: Redriven,
): Promise<void> {
  try {
    const jobs = await database.queue.redrive(storeId, which)
    if (jobs > 0) log('dead letters redriven', { storeId, jobs })
  } catch (error) {
    log('dead letters not redriven', { storeId, reason: reasonOf(error) })
  }
}
