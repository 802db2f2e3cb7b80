import { operationCommand } from '../../../command/operation-command.ts'
import { faultTable } from '../../../views/emulator/faults.ts'

export default operationCommand('faults', {
  summary: 'List what is set to go wrong on the emulator, in the order in which it is matched.',
  examples: ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --json'],
  isTable: true,
  view: faultTable,
  result: (faults) => ({ faults }),
})
