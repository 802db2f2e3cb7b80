import { operationCommand } from '../../../cli/operation-command.ts'
import { lifecycleView } from '../../../views/emulator/app-lifecycle.ts'

export default operationCommand('app', {
  summary: "Show an app's status, listing, countries and test stores",
  examples: ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --json'],
  view: lifecycleView,
})
