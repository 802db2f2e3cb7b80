import { operationCommand } from '../../cli/operation-command.ts'
import { changesTable } from '../../views/emulator/changes.ts'

export default operationCommand('changes', {
  summary: 'List what changed in a store since its checkpoint',
  description:
    'Shows old and new values of each changed row in all tables of the data explorer (`app open data`): orders, lines, products, prices, stock, installs, deliveries and more. Lists at most 500 rows per table and no secrets.',
  examples: ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --store demo --json'],
  isTable: true,
  view: changesTable,
  rows: ({ changes }) => changes,
})
