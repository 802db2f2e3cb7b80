import type { LiveLevel } from '../project/live/live-level.ts'
import { facts, sentence, shownTime } from './cells.ts'
import type { View } from './view.ts'

/** What `app live … --json` prints. */
export interface LiveStanding {
  readonly configured: true
  readonly appKey: string
  /** Of the live platform that the project names. */
  readonly origin: string
  readonly level: LiveLevel
  /** `SVCAPP_LIVE`, or the file that sets it; `default` if neither does. */
  readonly setBy: string
  /** ISO 8601; null where no allowance runs. */
  readonly allowedUntil: string | null
  /** Name of the coding agent that asks; null for a person or a script. */
  readonly agent: string | null
  /** Whether a write would be sent now: yes, only after a yes (or `--yes`), or not at all. */
  readonly writes: 'allowed' | 'confirm' | 'locked'
}

/** What `app live status --json` prints where app.toml does not say where the live platform is. */
export interface LiveNotSetUp {
  readonly configured: false
  /** What [targets.live] of app.toml has to name and does not. */
  readonly missing: readonly string[]
}

export const liveNotSetUpView: View<LiveNotSetUp> = ({ missing }, looks) =>
  [
    sentence(`The live platform is not set up: [targets.live] has no ${missing.join(', ')}.`, looks),
    sentence('`app register --target live` asks for each value and shows where to find it.', looks),
  ].join('\n')

const writesWords: Readonly<Record<LiveStanding['writes'], string>> = {
  allowed: 'sent without asking',
  confirm: 'sent after your confirmation, or with --yes',
  locked: 'locked: `app live allow --for 10m` allows them temporarily',
}

const switchedOff = 'locked, including reads'

export const liveStandingView: View<LiveStanding> = (standing, looks) => {
  const { appKey, origin, level, setBy, allowedUntil, agent, writes } = standing
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
