import * as Args from '@oclif/core/args'

import { EmulatorCommand } from '../../../command/emulator-command.ts'
import type { Setting } from '../../../control/setting.ts'
import { settingLine } from '../../../views/emulator/settings.ts'

export default class EmulatorSettingsReset extends EmulatorCommand<{ readonly settings: readonly Setting[] }> {
  static override summary = 'Put one setting of the emulator, or all of them, back to the default.'

  static override writes = ['emulator'] as const

  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> pin']

  static override args = { name: Args.string({ description: 'Name of the setting; all settings when left out.' }) }

  async run(): Promise<{ readonly settings: readonly Setting[] }> {
    const { args } = await this.parse(EmulatorSettingsReset)
    const control = await this.control()
    const { name: wanted } = args
    const { list: settings } = await (wanted === undefined
      ? control.resetSettings()
      : control.resetSetting({ name: wanted }))
    const one = settings.find(({ name }) => name === wanted)
    this.show(one === undefined ? 'All settings have their defaults again.' : settingLine(one))
    return { settings }
  }
}
