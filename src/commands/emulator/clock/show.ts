import { operationCommand } from '../../../cli/operation-command.ts'
import { clockLine } from '../../../views/emulator/emulator.ts'

export default operationCommand('clock', {
  summary: "Show the emulator's clock",
  description: 'Codes, tokens, limits and retries use this clock.',
  examples: ['<%= config.bin %> <%= command.id %>'],
  view: clockLine,
})
