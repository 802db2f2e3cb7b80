import { operationCommand } from '../../../cli/operation-command.ts'
import { settingTable } from '../../../views/emulator/settings.ts'

export default operationCommand('settings', {
  summary: "List the emulator's settings",
  description: "Most settings select one of two interpretations of the platform's documentation.",
  examples: ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --json'],
  isList: true,
  view: ({ list }, looks) => settingTable(list, looks),
  result: ({ list: settings }) => ({ settings }),
})
