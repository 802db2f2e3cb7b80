import { operationCommand } from '../../../command/operation-command.ts'
import { clockLine } from '../../../views/emulator/emulator.ts'

export default operationCommand('clock', {
  summary: "Show the emulator's clock, which codes, tokens, limits and retries go by.",
  examples: ['<%= config.bin %> <%= command.id %>'],
  view: clockLine,
})
