import { operationCommand } from '../../../cli/operation-command.ts'
import { lifecycleView } from '../../../views/emulator/app-lifecycle.ts'

export default operationCommand('setStatus', {
  summary: 'Suspend an app: no installs, no panel, no events',
  description: 'To restore the app, use `app emulator app status`.',
  examples: ['<%= config.bin %> <%= command.id %>'],
  known: { status: 'X' },
  view: lifecycleView,
})
