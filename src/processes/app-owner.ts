import { platform } from 'node:process'

import { OTHER_PROGRAM, type RejectEnd } from './own-end.ts'
import { describeHolder, socketHolders, type PortHolder } from './port-holder.ts'
import { ownListeners } from './port-owner.ts'
import { processState } from './process-state.ts'
import { markOf } from './watchdog.ts'

/** Determines the app's listeners, so that no other program on its port gets its requests. */
export interface AppOwner {
  /** The app's process; null if it is not running. */
  readonly pid: () => number | null
  /** Sets the app's process. */
  readonly use: (pid: number) => void
  /** Records that this process has exited. */
  readonly forget: (pid: number) => void
  /** Fails with `OTHER_PROGRAM` if the listener does not descend from the app's process. */
  readonly reject: RejectEnd
}

/** The connection leads to a program other than the app. */
export interface OtherProgram extends Error {
  /** Null if the system does not show it. */
  readonly holder: PortHolder | null
}

/**
 * Creates the check of new connections. Linux shows which process listens, so every new connection is checked there. On other systems the query
 * runs a system program for up to seconds. Only one rule applies there: while the app's process is not running, no listener is the app.
 */
export function createAppOwner(): AppOwner {
  let app: App | null = null
  /** By the socket's inode number: finding its process means reading every process, so it is done once. */
  const judged = new Map<string, PortHolder | null>()
  const otherAt = (inode: string): PortHolder | null => {
    const known = judged.get(inode)
    if (known !== undefined) return known
    const holders = socketHolders(inode)
    const isApps = holders.some((holder) => belongsTo(app, holder))
    const other = isApps ? null : (holders[0] ?? null)
    // A listener whose process is hidden now may be visible the next time.
    if (holders.length > 0) judged.set(inode, other)
    return other
  }
  return {
    pid: () => app?.pid ?? null,
    use: (pid) => {
      judged.clear()
      app = { pid, mark: markOf(pid) }
    },
    forget: (pid) => {
      if (app?.pid !== pid) return
      judged.clear()
      app = null
    },
    reject: (end) => {
      if (platform !== 'linux') return app === null ? otherProgram(null) : null
      for (const { inode } of ownListeners(end)) {
        const other = otherAt(inode)
        if (other !== null) return otherProgram(other)
      }
      return null
    },
  }
}

/** Creates the same check for an app that another process runs; null if it is not running. */
export function appOwnerOf(pid: number | null): AppOwner {
  const owner = createAppOwner()
  if (pid !== null) owner.use(pid)
  return owner
}

interface App {
  readonly pid: number
  readonly mark: string | null
}

/** Programs that publish container ports. They are not children of the command that runs a container. */
const publishers = /^(docker-proxy|rootlesskit|rootlessport|pasta|slirp4netns|com\.docker\.\w+|gvproxy|conmon)\b/

function belongsTo(app: App | null, { pid, name }: PortHolder): boolean {
  if (app === null) return false
  // The marker stays in the environment of a process that leaves its parent and group, as daemons do.
  return isBelow(app.pid, pid) || (app.mark !== null && markOf(pid) === app.mark) || publishers.test(name)
}

function isBelow(ancestor: number, pid: number): boolean {
  for (let at = pid; at > 1;) {
    const state = processState(at)
    if (at === ancestor || state?.group === ancestor) return true
    at = state?.parent ?? 0
  }
  return false
}

function otherProgram(holder: PortHolder | null): OtherProgram {
  const who = holder === null ? 'another program' : describeHolder(holder)
  return Object.assign(new Error(`The app's port is in use by ${who}.`), { code: OTHER_PROGRAM, holder })
}
