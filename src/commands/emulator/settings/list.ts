import { AppCommand } from '../../../command.ts'
import type { Setting } from '../../../control/setting.ts'
import { settingTable } from '../../../views/emulator/settings.ts'

export default class EmulatorSettingsList extends AppCommand<{ readonly settings: readonly Setting[] }> {
  static override summary = 'List the switches of the emulator: where the documents have two readings, and a few more.'

  static override examples = ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --json']

  async run(): Promise<{ readonly settings: readonly Setting[] }> {
    await this.parse(EmulatorSettingsList)
    const { list: settings } = await (await this.control()).settings()
    this.show(settingTable(settings, this.looks))
    return { settings }
  }
}
