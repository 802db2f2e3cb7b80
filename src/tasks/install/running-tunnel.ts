import type { Context } from '../../context.ts'
import { readSessionLog } from '../../dev/background/session-log.ts'
import type { RunningDev } from '../../dev/lock.ts'
import { tunnelDown } from '../../dev/notes/tunnel-down.ts'
import { readTunnelNote } from '../../dev/notes/tunnel-note.ts'
import type { AppError } from '../../errors.ts'
import type { AppIdentity } from '../../project/installs.ts'
import { createProbe } from '../../tunnel/probe.ts'

/** Probes the public address of a running `app dev`. Returns the error if it does not reach the app, else null. */
export async function tunnelProblem(
  { paths, send, interrupted }: Pick<Context, 'paths' | 'send' | 'interrupted'>,
  app: AppIdentity,
): Promise<AppError | null> {
  const note = readTunnelNote({ ...app, paths })
  if (note === null) return null
  const { isUp, intercepted } = await createProbe({ send, ...note.probe })(new URL(note.url), interrupted)
  return isUp || intercepted !== null ? null : tunnelDown(note)
}

/** Returns the last output of `app dev` while it waits for its tunnel, else null. */
export function tunnelWait(
  { paths }: Pick<Context, 'paths'>,
  { dir, running }: { readonly dir: string; readonly running: RunningDev },
): string | null {
  // The log also contains earlier runs.
  const entries = readSessionLog({ paths, dir })().filter(({ at }) => at >= (running.since ?? ''))
  const last = entries.findLast(({ event }) => event.startsWith('tunnel-'))
  return last?.event === 'tunnel-notice' ? last.text : null
}
