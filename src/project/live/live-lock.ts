import { AppError } from '../../errors.ts'
import { setting } from '../../text/origins/setting.ts'
import { withState } from '../installs.ts'
import type { StatePaths } from '../paths.ts'
import type { Target } from '../targets.ts'
import { liveLevels, type LiveLevel } from './live-level.ts'

export interface LiveLockTools {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly paths: Pick<StatePaths, 'stateDb'>
  readonly now: () => Date
  /** Returns the name of the coding agent that runs this, or null for a user or script. */
  readonly agent: () => Promise<string | null>
}

/** `open`: continue. `ask`: continue after a user's confirmation or `--yes`. Otherwise, the reason for the lock. */
export type LiveVerdict = 'open' | 'ask' | AppError

/**
 * Checks, before a socket opens, whether this machine may read from or write to the live platform (T38). Returns the verdict on a
 * write. For a read it is always `open`. Raises `live.locked`, or `usage.invalid` if SVCAPP_LIVE is not a level.
 */
export async function requireLive(
  tools: LiveLockTools,
  target: Target,
  act: 'read' | 'write',
): Promise<'open' | 'ask'> {
  if (target.name === 'emulator') return 'open'
  const agent = act === 'write' ? await tools.agent() : null
  const verdict = liveVerdict(tools, target, { act, agent })
  if (verdict instanceof AppError) throw verdict
  return verdict
}

/** Returns the same verdict for a known caller. Raises `usage.invalid` if SVCAPP_LIVE is not a level. */
export function liveVerdict(
  tools: Omit<LiveLockTools, 'agent'>,
  target: Target,
  { act, agent }: { readonly act: 'read' | 'write'; readonly agent: string | null },
): LiveVerdict {
  if (target.name === 'emulator') return 'open'
  const level = liveLevel(tools.env, target)
  const host = target.baseUrl.host
  if (level === 'off') return locked(`Access to the live platform at ${host} is off. Nothing was sent.`, target, level)
  if (act === 'read' || allowedUntil(tools, target) !== null) return 'open'
  if (level === 'read')
    return locked(`Writing to the live platform at ${host} is locked. Nothing was sent.`, target, level)
  if (agent === null) return 'ask'
  return locked(
    `${agent} runs this command, and a live write needs a user's confirmation. Nothing was sent.`,
    target,
    level,
  )
}

/** Returns the level from SVCAPP_LIVE or else app.toml. Raises `usage.invalid`. */
export function liveLevel(env: LiveLockTools['env'], target: Pick<Target, 'live'>): LiveLevel {
  const named = setting(env, 'SVCAPP_LIVE')
  if (named === null) return target.live
  const level = liveLevels.find((each) => each === named)
  if (level !== undefined) return level
  throw new AppError('usage.invalid', `SVCAPP_LIVE is ${JSON.stringify(named)}. Allowed: off, read or write.`)
}

/** Returns when the temporary write access ends, or null if there is none or it has expired. */
export function allowedUntil({ paths, now }: Pick<LiveLockTools, 'paths' | 'now'>, target: Target): Date | null {
  const row = withState(paths, (db) =>
    db.prepare('SELECT until FROM live_allowances WHERE origin = ?').get(allowanceOf(target)),
  )
  // Stores start and end, so that a changed clock or another program cannot extend the access beyond the maximum.
  const [from, until] = String(row?.['until'])
    .split('/')
    .map((at) => new Date(at))
  if (from === undefined || until === undefined) return null
  const isPossible = from <= now() && until.getTime() - from.getTime() <= LONGEST_ALLOWANCE_MS
  return isPossible && until > now() ? until : null
}

/** Write access is allowed for 12 hours at most. */
export const LONGEST_ALLOWANCE_MS = 12 * 3_600_000

/** Allows every command on this machine to write to the target for its app until then. Null revokes the access. */
export function allowLive(
  { paths, now }: Pick<LiveLockTools, 'paths' | 'now'>,
  target: Target,
  until: Date | null,
): void {
  const owner = allowanceOf(target)
  withState(paths, (db) => {
    if (until === null) db.prepare('DELETE FROM live_allowances WHERE origin = ?').run(owner)
    else
      db.prepare('INSERT OR REPLACE INTO live_allowances VALUES (?, ?)').run(
        owner,
        `${now().toISOString()}/${until.toISOString()}`,
      )
  })
}

/** Access for one registration must not unlock another one. */
function allowanceOf({ baseUrl, appKey }: Target): string {
  return `${baseUrl.origin} ${appKey}`
}

function locked(message: string, { baseUrl }: Target, level: LiveLevel): AppError {
  const details = { origin: baseUrl.origin, level }
  const suggestions =
    level === 'off'
      ? ['Set `access = "read"` under [targets.live] in app.toml, or unset SVCAPP_LIVE if it is set.']
      : [
          'To allow writes for a while, run this yourself in a terminal: `app live allow --for 10m`.',
          ...(level === 'read'
            ? [
                'To allow writes permanently, set `access = "write"` under [targets.live] in app.toml, or SVCAPP_LIVE=write.',
              ]
            : []),
          'To try the command on the emulator, run it with --target emulator.',
        ]
  return new AppError('live.locked', message, { details, suggestions })
}
