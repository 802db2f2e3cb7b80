import { AppCommand } from '../../cli.ts'
import { NOT_RUNNING } from '../../views/dev/running.ts'

interface Stopped {
  readonly stopped: boolean
  readonly pid: number | null
}

export default class DevStop extends AppCommand<Stopped> {
  static override ignoresTarget = true

  static override summary = "Stop this project's `app dev`"
  static override description = 'Has the same effect as Ctrl-C in its terminal. All data is preserved.'

  static override writes = ['state', 'emulator'] as const

  static override examples = ['<%= config.bin %> <%= command.id %>']

  async run(): Promise<Stopped> {
    await this.parse(DevStop)
    const [{ stopRunning }, { sessionFolder }] = await Promise.all([
      import('../../tasks/dev/stop-running.ts'),
      import('../../dev/session-folder.ts'),
    ])
    const pid = await stopRunning(this.context, sessionFolder(this.context))
    this.show(pid === null ? NOT_RUNNING : `Stopped \`app dev\` (pid ${pid}).`)
    return { stopped: pid !== null, pid }
  }
}
