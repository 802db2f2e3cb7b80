import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../cli.ts'
import { parseDuration } from '../../tasks/duration.ts'
import { allowWrites } from '../../tasks/live/allow-writes.ts'
import { readLiveAccess } from '../../tasks/live/live-access.ts'
import { liveTargetOf } from '../../tasks/live/live-target.ts'
import { liveAccessView, type LiveAccess } from '../../views/live-access.ts'

export default class LiveAllow extends AppCommand<LiveAccess> {
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

  async run(): Promise<LiveAccess> {
    const { flags } = await this.parse(LiveAllow)
    const project = await this.project()
    const target = liveTargetOf(project)
    await allowWrites(this.context, target, parseDuration(flags.for))
    const access = await readLiveAccess(this.context, project)
    this.show(liveAccessView(access, this.looks))
    return access
  }
}
