import { operationCommand } from '../../../command/operation-command.ts'
import { lifecycleView } from '../../../views/emulator/app-lifecycle.ts'

export default operationCommand('setStatus', {
  summary: 'Suspend an app on the emulator: no installs, no panel, no events. `app status` puts it back.',
  examples: ['<%= config.bin %> <%= command.id %>'],
  known: { status: 'X' },
  view: lifecycleView,
})
