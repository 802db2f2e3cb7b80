import { AppCommand } from '../../cli.ts'
import { allowLive } from '../../project/live/live-lock.ts'
import { liveStanding } from '../../tasks/live/live-standing.ts'
import { liveTargetOf } from '../../tasks/live/live-target.ts'
import { liveStandingView, type LiveStanding } from '../../views/live-standing.ts'

export default class LiveLock extends AppCommand<LiveStanding> {
  static override ignoresTarget = true

  static override summary = 'Revoke the write access granted by `app live allow`'

  static override writes = ['state'] as const

  static override examples = ['<%= config.bin %> live lock']

  async run(): Promise<LiveStanding> {
    await this.parse(LiveLock)
    const project = await this.project()
    allowLive(this.context, liveTargetOf(project), null)
    const standing = await liveStanding(this.context, project)
    this.show(liveStandingView(standing, this.looks))
    return standing
  }
}
