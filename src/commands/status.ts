import { AppCommand } from '../command.ts'
import { isHeldElsewhere } from '../dev/live/console.ts'
import { runningSession } from '../dev/lock.ts'
import { appStanding, liveStanding } from '../tasks/register/app-standing.ts'
import { liveNotes } from '../tasks/register/live-console.ts'
import { standingView, type AppStanding } from '../views/submission.ts'

export default class Status extends AppCommand<AppStanding> {
  static override summary =
    'Show where the app stands: draft, in review, published or suspended, and what app submit would change.'

  static override description =
    'With --json the status is D (draft), P (in review), published or X (suspended). Only the developer console knows the status on the live platform: there it is null, and the fields that the console must hold are listed, with what differs since it was confirmed.'

  static override examples = ['<%= config.bin %> status', '<%= config.bin %> status --json']

  async run(): Promise<AppStanding> {
    await this.parse(Status)
    const project = await this.project()
    const { paths } = this.context
    const isLive = this.targetName === 'live'
    const standing = isLive
      ? liveStanding(this.context, project)
      : await appStanding(await this.control(), project, runningSession({ paths, dir: project.dir }) !== null)
    const isElsewhere = isLive && isHeldElsewhere(liveNotes(this.context, project), project.config)
    this.show(standingView({ ...standing, isElsewhere }, this.looks))
    return standing
  }
}
