import type { LiveLevel } from '../project/live/live-level.ts'
import { facts, sentence, shownTime } from './cells.ts'
import type { View } from './view.ts'

/** What `app live … --json` prints. */
export interface LiveAccess {
  readonly configured: true
  readonly appKey: string
  /** Origin of the project's live platform. */
  readonly origin: string
  readonly level: LiveLevel
  /** `SVCAPP_LIVE`, or the file that sets the level, or `default`. */
  readonly setBy: string
  /** End of the temporary write access, ISO 8601, or null without one. */
  readonly allowedUntil: string | null
  /** Name of the coding agent that runs the command, or null for a user or script. */
  readonly agent: string | null
  /** Whether writes are sent, sent only after a confirmation (or `--yes`), or blocked. */
  readonly writes: 'allowed' | 'confirm' | 'locked'
}

/** What `app live status --json` prints if app.toml does not configure the live platform. */
export interface LiveNotSetUp {
  readonly configured: false
  /** Required keys that [targets.live] in app.toml lacks. */
  readonly missing: readonly string[]
}

export const liveNotSetUpView: View<LiveNotSetUp> = ({ missing }, looks) =>
  [
    sentence(`The live platform is not set up: [targets.live] has no ${missing.join(', ')}.`, looks),
    sentence('`app register --target live` asks for each value and shows where to find it.', looks),
  ].join('\n')

const writesWords: Readonly<Record<LiveAccess['writes'], string>> = {
  allowed: 'sent without asking',
  confirm: 'sent after your confirmation, or with --yes',
  locked: 'locked: `app live allow --for 10m` allows them temporarily',
}

const switchedOff = 'locked, including reads'

export const liveAccessView: View<LiveAccess> = (access, looks) => {
  const { appKey, origin, level, setBy, allowedUntil, agent, writes } = access
  return facts(
    [
      ['app', appKey],
      ['platform', origin],
      ['live', `${level} (${setBy === 'default' ? 'the default' : setBy})`],
      ['writes', level === 'off' ? switchedOff : writesWords[writes]],
      ...(allowedUntil === null ? [] : [['allowed until', shownTime(allowedUntil, looks)] as const]),
      ...(agent === null ? [] : [['run by', agent] as const]),
    ],
    looks,
  )
}
