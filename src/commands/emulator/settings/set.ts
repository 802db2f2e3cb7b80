import * as Args from '@oclif/core/args'

import { EmulatorCommand } from '../../../cli/emulator-command.ts'
import { readSettingValue } from '../../../tasks/emulator/setting-value.ts'
import { settingLine } from '../../../views/emulator/settings.ts'

export default class EmulatorSettingsSet extends EmulatorCommand<Readonly<Record<string, unknown>>> {
  static override summary = 'Change an emulator setting'
  static override description = 'Takes effect immediately and survives a restart.'

  static override writes = ['emulator'] as const

  static override examples = [
    '<%= config.bin %> <%= command.id %> pin documented-only',
    '<%= config.bin %> <%= command.id %> retryAfterEverywhere true',
    '<%= config.bin %> <%= command.id %> retryDelaysMs "[1000,5000]"',
  ]

  static override args = {
    name: Args.string({ required: true, description: 'Setting name (see `app emulator settings list`).' }),
    value: Args.string({ required: true, description: 'New value: a word, or JSON for any other type.' }),
  }

  async run(): Promise<Readonly<Record<string, unknown>>> {
    const { args } = await this.parse(EmulatorSettingsSet)
    const control = await this.control()
    const known = (await control.settings()).list.find(({ name }) => name === args.name)
    const value = readSettingValue(known, args.value)
    const { settings } = await control.changeSettings({ [args.name]: value })
    // The emulator has already rejected an unknown name.
    if (known !== undefined) this.show(settingLine({ ...known, value }))
    return settings
  }
}
