import { lazyApi } from '../api/apis.ts'
import type { Core } from '../core.ts'
import { useOnce } from '../database/once.ts'
import type { Job } from '../database/queue.ts'
import { publicInstall, type StoredInstall } from '../install/install.ts'
import type { WorkContext } from '../types.ts'
import { contextDb } from './effect.ts'

/** How long a name of `atMostOnce` is stored: as long as effects. */
const KEPT_MS = 30 * 24 * 60 * 60_000

export interface ContextFacts {
  readonly install: StoredInstall
  readonly job: Job
  readonly attempt: number
  readonly signal: AbortSignal
}

/** Creates the context of a handler. */
export function workContext(core: Core, { install, job, attempt, signal }: ContextFacts): WorkContext {
  const { database, apis, log, now } = core
  const { regionId, trace } = job
  const apiFor = (region: string | number | null) =>
    lazyApi(() => apis.open(install, { region, retries: 'none', signal, trace }))
  return {
    install: publicInstall(install),
    regionId,
    attempt,
    signal,
    log,
    db: contextDb(core, trace),
    // A region-scoped token is locked to its region, whatever the event contains.
    api: apiFor(install.regionId === null ? regionId : null),
    apiFor,
    trace: trace ?? {},
    async atMostOnce(name, work) {
      const expiresAt = new Date(now().getTime() + KEPT_MS)
      return (await useOnce(database, { kind: 'work', value: `${job.id}\n${name}`, expiresAt })) ? work() : null
    },
  }
}
