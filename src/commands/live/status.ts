import { AppCommand } from '../../command.ts'
import { liveStanding } from '../../tasks/live/live-standing.ts'
import { liveTargetOf } from '../../tasks/live/live-target.ts'
import { liveStandingView, type LiveStanding } from '../../views/live-standing.ts'

export default class LiveStatus extends AppCommand<LiveStanding> {
  static override summary = 'What may be done on the live platform from here, and until when.'

  static override description =
    '`live` under [targets.live] in app.toml is off, read (when nothing is said) or write; SVCAPP_LIVE takes precedence. Nothing is sent.'

  static override examples = ['<%= config.bin %> live status', '<%= config.bin %> live status --json']

  async run(): Promise<LiveStanding> {
    await this.parse(LiveStatus)
    const target = liveTargetOf(await this.project())
    const standing = await liveStanding(this.context, target)
    this.show(liveStandingView(standing, this.looks))
    return standing
  }
}
