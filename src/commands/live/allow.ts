import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../cli.ts'
import { parseDuration } from '../../tasks/duration.ts'
import { allowWrites } from '../../tasks/live/allow-writes.ts'
import { liveStanding } from '../../tasks/live/live-standing.ts'
import { liveTargetOf } from '../../tasks/live/live-target.ts'
import { liveStandingView, type LiveStanding } from '../../views/live-standing.ts'

export default class LiveAllow extends AppCommand<LiveStanding> {
  static override ignoresTarget = true

  static override summary = 'Allow writes to the live platform for a limited time'

  static override description =
    'You confirm in a terminal by typing the platform\'s host. Until the permission expires, every command on this machine, even one run by a coding agent, can write there as this app without confirmation. To revoke the permission early, use `app live lock`. With `access = "off"` in app.toml, writes cannot be allowed.'

  static override writes = ['state'] as const

  static override examples = ['<%= config.bin %> live allow --for 10m']

  static override flags = {
    for: Flags.string({
      default: '10m',
      summary: 'Duration, such as 30s, 10m or 2h (at most 12h).',
      helpValue: '<time>',
    }),
  }

  async run(): Promise<LiveStanding> {
    const { flags } = await this.parse(LiveAllow)
    const project = await this.project()
    const target = liveTargetOf(project)
    await allowWrites(this.context, target, parseDuration(flags.for))
    const standing = await liveStanding(this.context, project)
    this.show(liveStandingView(standing, this.looks))
    return standing
  }
}
