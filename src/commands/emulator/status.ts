import { operationCommand } from '../../cli/operation-command.ts'
import { statusView } from '../../views/emulator/emulator.ts'

export default operationCommand('status', {
  summary: "Show the emulator's status, addresses and contents",
  examples: ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --json'],
  view: statusView,
})
