import { operationCommand } from '../../command/operation-command.ts'
import { changesTable } from '../../views/emulator/changes.ts'

export default operationCommand('changes', {
  summary: 'Show what changed in a store of the emulator since its checkpoint: each row with its old and new values.',
  description:
    'Orders, lines, products, prices, stock, installs, deliveries and all else that the data explorer shows (`app open data`). At most 500 rows of a table are listed. Secrets are never among them.',
  examples: ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --store demo --json'],
  isTable: true,
  view: changesTable,
  rows: ({ changes }) => changes,
})
