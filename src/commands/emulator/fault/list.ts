import { operationCommand } from '../../../cli/operation-command.ts'
import { faultTable } from '../../../views/emulator/faults.ts'

export default operationCommand('faults', {
  summary: "List the emulator's faults in matching order",
  examples: ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --json'],
  isTable: true,
  view: faultTable,
  result: (faults) => ({ faults }),
})
