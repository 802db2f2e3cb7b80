import { AppCommand } from '../../cli.ts'
import { missingOfLive } from '../../project/targets.ts'
import { liveStanding } from '../../tasks/live/live-standing.ts'
import { liveNotSetUpView, liveStandingView, type LiveNotSetUp, type LiveStanding } from '../../views/live-standing.ts'

export default class LiveStatus extends AppCommand<LiveStanding | LiveNotSetUp> {
  static override ignoresTarget = true

  static override summary = 'Show what is allowed on the live platform, and until when'

  static override description =
    'Shows `access` in [targets.live] of app.toml: off (no requests), read (no writes, the default) or write. SVCAPP_LIVE overrides it. Sends nothing.'

  static override examples = ['<%= config.bin %> live status', '<%= config.bin %> live status --json']

  async run(): Promise<LiveStanding | LiveNotSetUp> {
    await this.parse(LiveStatus)
    const project = await this.project()
    const missing = missingOfLive(project)
    if (missing.length > 0) {
      this.show(liveNotSetUpView({ configured: false, missing }, this.looks))
      return { configured: false, missing }
    }
    const standing = await liveStanding(this.context, project)
    this.show(liveStandingView(standing, this.looks))
    return standing
  }
}
