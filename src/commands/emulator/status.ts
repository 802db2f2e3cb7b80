import { operationCommand } from '../../command/operation-command.ts'
import { statusView } from '../../views/emulator/emulator.ts'

export default operationCommand('status', {
  summary: 'Show whether the emulator runs, where, and what is in it.',
  examples: ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --json'],
  view: statusView,
})
