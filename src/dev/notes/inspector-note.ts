import { readFileSync, rmSync } from 'node:fs'

import { hasCode } from '../../errors.ts'
import type { Send } from '../../http/wire.ts'
import { sessionPlace } from '../../project/platforms/session-place.ts'
import { writeFileAtomic } from '../../storage/files.ts'
import { parseJson } from '../../text/json.ts'
import { runningSession, type LockFacts, type SessionFacts } from '../lock.ts'

/**
 * Saves the URL of the running inspector for other commands of this user (0600), because it contains this
 * run's token. Returns a function that deletes the note, even if the project folder is gone by then.
 */
export function noteInspector(facts: LockFacts, url: string): () => void {
  const path = fileOf(facts)
  writeFileAtomic({ path, content: `${JSON.stringify({ pid: facts.pid, url })}\n` })
  return () => rmSync(path, { force: true })
}

/**
 * Returns the URL of this project's inspector with a ticket that works once within a minute. Null if none
 * runs. No browser gets the token itself, because every user of the machine can read process arguments (T18).
 */
export async function inspectorTicket({
  send,
  ...place
}: SessionFacts & { readonly send: Send }): Promise<string | null> {
  const [base, token] = runningInspector(place)?.split('/#token=') ?? []
  if (base === undefined || token === undefined) return null
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` }
  try {
    const url = new URL('/api/tickets', base)
    const { status, body } = await send({ method: 'POST', url, headers, body: '{}', timeoutMs: 5000 })
    const parsed = parseJson(Buffer.from(body).toString())
    const { ticket } = (parsed.ok && status === 200 ? parsed.value : {}) as { ticket?: unknown }
    return typeof ticket === 'string' && /^[\w-]+$/.test(ticket) ? `${base}/#ticket=${ticket}` : null
  } catch (error) {
    // The server there is not an inspector, or no longer one.
    if (hasCode(error, 'cli.interrupted')) throw error
    return null
  }
}

/** Returns the URL of this project's inspector with its token, for the user's own terminal. Null if none runs. */
export function runningInspector(place: SessionFacts): string | null {
  const session = runningSession(place)
  if (session === null) return null
  try {
    const { pid, url } = JSON.parse(readFileSync(fileOf(place), 'utf8')) as { pid?: unknown; url?: unknown }
    // The note of a killed run contains another process id.
    return pid === session.pid && typeof url === 'string' && URL.parse(url)?.hostname === '127.0.0.1' ? url : null
  } catch {
    return null
  }
}

function fileOf(place: SessionFacts): string {
  return `${sessionPlace(place)}.inspector.json`
}
