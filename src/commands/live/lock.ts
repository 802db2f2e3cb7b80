import { AppCommand } from '../../cli.ts'
import { allowLive } from '../../project/live/live-lock.ts'
import { readLiveAccess } from '../../tasks/live/live-access.ts'
import { liveTargetOf } from '../../tasks/live/live-target.ts'
import { liveAccessView, type LiveAccess } from '../../views/live-access.ts'

export default class LiveLock extends AppCommand<LiveAccess> {
  static override ignoresTarget = true

  static override summary = 'Revoke the write access granted by `app live allow`'

  static override writes = ['state'] as const

  static override examples = ['<%= config.bin %> live lock']

  async run(): Promise<LiveAccess> {
    await this.parse(LiveLock)
    const project = await this.project()
    allowLive(this.context, liveTargetOf(project), null)
    const access = await readLiveAccess(this.context, project)
    this.show(liveAccessView(access, this.looks))
    return access
  }
}
