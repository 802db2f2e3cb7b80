import { operationCommand } from '../../../cli/operation-command.ts'
import { providerTable } from '../../../views/emulator/providers.ts'

export default operationCommand('providers', {
  summary: "List the emulator's providers and their apps",
  examples: ['<%= config.bin %> <%= command.id %>'],
  isTable: true,
  view: providerTable,
})
