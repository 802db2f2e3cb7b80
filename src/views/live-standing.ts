import type { LiveLevel } from '../project/live/live-level.ts'
import { facts, shownTime } from './cells.ts'
import type { View } from './view.ts'

/** What `app live … --json` prints. */
export interface LiveStanding {
  /** Of the live platform that app.toml names. */
  readonly origin: string
  readonly level: LiveLevel
  readonly saidBy: 'app.toml' | 'SVCAPP_LIVE'
  /** ISO 8601; null where no allowance runs. */
  readonly allowedUntil: string | null
  /** Name of the coding agent that asks; null for a person or a script. */
  readonly agent: string | null
  /** Whether a write would be sent now: yes, only after a yes (or `--yes`), or not at all. */
  readonly writes: 'yes' | 'asked' | 'locked'
}

const writesWords: Readonly<Record<LiveStanding['writes'], string>> = {
  yes: 'sent without asking',
  asked: 'sent after your yes, or with --yes',
  locked: 'locked: `app live allow --for 10m` allows them for a while',
}

const switchedOff = 'locked, and reads too'

export const liveStandingView: View<LiveStanding> = (standing, looks) => {
  const { origin, level, saidBy, allowedUntil, agent, writes } = standing
  return facts(
    [
      ['platform', origin],
      ['live', `${level} (${saidBy})`],
      ['writes', level === 'off' ? switchedOff : writesWords[writes]],
      ...(allowedUntil === null ? [] : [['allowed until', shownTime(allowedUntil, looks)] as const]),
      ...(agent === null ? [] : [['run by', agent] as const]),
    ],
    looks,
  )
}
