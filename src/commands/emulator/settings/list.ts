import { operationCommand } from '../../../command/operation-command.ts'
import { settingTable } from '../../../views/emulator/settings.ts'

export default operationCommand('settings', {
  summary:
    'List the settings of the emulator: one for each place where the documents have two readings, and a few more.',
  examples: ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --json'],
  isList: true,
  view: ({ list }, looks) => settingTable(list, looks),
  result: ({ list: settings }) => ({ settings }),
})
