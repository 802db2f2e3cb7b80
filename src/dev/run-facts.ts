import type { TimedEvent } from './events/dev-event.ts'
import { watchInstallStatus } from './installs/install-status.ts'
import type { RunningDev } from './lock.ts'

type RunFacts = Partial<Pick<RunningDev, 'appPid' | 'isInstalled' | 'notices'>>

/** Returns a function that maps a session event to changed facts for other commands, or null if none changed. */
export function watchRunFacts(): (event: TimedEvent) => RunFacts | null {
  const installStatus = watchInstallStatus()
  let notices: readonly string[] = []
  let isReady = false
  return (event) => {
    if (event.event === 'app-started') return { appPid: event.pid }
    if (event.event === 'app-exited' || event.event === 'app-failed') return { appPid: null }
    if (event.event === 'notice' && !isReady) return { notices: (notices = [...notices, event.text]) }
    isReady ||= event.event === 'ready'
    const isInstalled = installStatus(event)
    return isInstalled === null ? null : { isInstalled }
  }
}
