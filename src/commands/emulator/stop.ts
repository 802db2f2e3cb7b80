import { EmulatorCommand } from '../../cli/emulator-command.ts'
import { isKnownPlatform, platformName } from '../../project/platforms/choose-platform.ts'
import { notRunningText, unknownPlatform } from '../../project/platforms/not-running.ts'

export default class EmulatorStop extends EmulatorCommand<{ stopped: boolean; pid: number | null }> {
  static override summary = 'Stop the running emulator, keeping its data'

  static override writes = ['emulator'] as const

  static override examples = ['<%= config.bin %> <%= command.id %>']

  async run(): Promise<{ stopped: boolean; pid: number | null }> {
    await this.parse(EmulatorStop)
    const { stopEmulator } = await import('../../control/stop-emulator.ts')
    const { paths, send, sleep } = this.context
    if (!isKnownPlatform(paths)) throw unknownPlatform(paths, platformName(paths))
    const pid = await stopEmulator({ paths, send, sleep })
    this.show(pid === null ? notRunningText(platformName(paths)) : `Stopped the emulator (pid ${pid}).`)
    return { stopped: pid !== null, pid }
  }
}
