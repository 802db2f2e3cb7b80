import * as Args from '@oclif/core/args'

import { EmulatorCommand } from '../../../cli/emulator-command.ts'
import type { Setting } from '../../../control/setting.ts'
import { settingLine } from '../../../views/emulator/settings.ts'

export default class EmulatorSettingsReset extends EmulatorCommand<{ readonly settings: readonly Setting[] }> {
  static override summary = 'Reset one or all emulator settings to their defaults'

  static override writes = ['emulator'] as const

  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> pin']

  static override args = { name: Args.string({ description: 'Setting name. Default: all settings.' }) }

  async run(): Promise<{ readonly settings: readonly Setting[] }> {
    const { args } = await this.parse(EmulatorSettingsReset)
    const control = await this.control()
    const { name: wanted } = args
    const { list: settings } = await (wanted === undefined
      ? control.resetSettings()
      : control.resetSetting({ name: wanted }))
    const one = settings.find(({ name }) => name === wanted)
    this.show(one === undefined ? 'Reset all settings to their defaults.' : settingLine(one))
    return { settings }
  }
}
