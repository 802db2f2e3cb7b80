import { AppCommand } from '../../cli.ts'
import type { RunningDocument } from '../../tasks/dev/running-dev.ts'
import { runningLooks } from '../../tasks/running-looks.ts'
import { NOT_RUNNING, runningLines } from '../../views/dev/running.ts'

export default class DevStatus extends AppCommand<RunningDocument | { readonly running: false }> {
  static override ignoresTarget = true

  static override summary = 'Show whether `app dev` is running, its health and URLs'

  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --json']

  async run(): Promise<RunningDocument | { readonly running: false }> {
    await this.parse(DevStatus)
    const [{ runningSession }, { describeRunning }, { sessionFolder }, { downReason }] = await Promise.all([
      import('../../dev/lock.ts'),
      import('../../tasks/dev/running-dev.ts'),
      import('../../dev/session-folder.ts'),
      import('../../tasks/install/answering-app.ts'),
    ])
    const dir = sessionFolder(this.context)
    const run = runningSession({ paths: this.context.paths, dir })
    if (run === null) {
      this.show(`${NOT_RUNNING} Start it with \`app dev\`.`)
      return { running: false }
    }
    const appKey = run.appKey ?? (await this.project()).config.key
    const running = await describeRunning(this.context, { dir, appKey }, run)
    const reason = running.down.includes('app') ? downReason({ paths: this.context.paths, dir }) : undefined
    this.show(runningLines({ ...running, reason }, runningLooks(this.context, this.looks, running)))
    return running
  }
}
