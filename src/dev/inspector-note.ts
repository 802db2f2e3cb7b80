import { readFileSync, rmSync } from 'node:fs'

import { writeFileAtomic } from '../storage/files.ts'
import { runningSession, sessionPlace, type LockFacts } from './lock.ts'

type Place = Omit<LockFacts, 'pid'>

/** The inspector of a running `app dev`, for other commands of the same user (0600): its address holds the token of this start. */
export function noteInspector(facts: LockFacts, url: string): void {
  writeFileAtomic({ path: fileOf(facts), content: `${JSON.stringify({ pid: facts.pid, url })}\n` })
}

export function forgetInspector(place: Place): void {
  rmSync(fileOf(place), { force: true })
}

/** The address of the inspector in this project's `app dev`; null where none runs, or it runs without one. */
export function runningInspector(place: Place): string | null {
  const session = runningSession(place)
  if (session === null) return null
  try {
    const { pid, url } = JSON.parse(readFileSync(fileOf(place), 'utf8')) as { pid?: unknown; url?: unknown }
    // What a killed run has left names another process.
    return pid === session.pid && typeof url === 'string' && URL.parse(url)?.hostname === '127.0.0.1' ? url : null
  } catch {
    return null
  }
}

function fileOf(place: Place): string {
  return `${sessionPlace(place)}.inspector.json`
}
