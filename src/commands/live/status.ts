import { AppCommand } from '../../cli.ts'
import { missingOfLive } from '../../project/targets.ts'
import { readLiveAccess } from '../../tasks/live/live-access.ts'
import { liveNotSetUpView, liveAccessView, type LiveNotSetUp, type LiveAccess } from '../../views/live-access.ts'

export default class LiveStatus extends AppCommand<LiveAccess | LiveNotSetUp> {
  static override ignoresTarget = true

  static override summary = 'Show what is allowed on the live platform, and until when'

  static override description =
    'Shows `access` in [targets.live] of app.toml: off (no requests), read (no writes, the default) or write. SVCAPP_LIVE overrides it. Sends nothing.'

  static override examples = ['<%= config.bin %> live status', '<%= config.bin %> live status --json']

  async run(): Promise<LiveAccess | LiveNotSetUp> {
    await this.parse(LiveStatus)
    const project = await this.project()
    const missing = missingOfLive(project)
    if (missing.length > 0) {
      this.show(liveNotSetUpView({ configured: false, missing }, this.looks))
      return { configured: false, missing }
    }
    const access = await readLiveAccess(this.context, project)
    this.show(liveAccessView(access, this.looks))
    return access
  }
}
