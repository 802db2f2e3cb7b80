import { operationCommand } from '../../../command/operation-command.ts'
import type { AppStatus } from '../../../control/contract.ts'
import { lifecycleView } from '../../../views/emulator/app-lifecycle.ts'

const letters = {
  draft: 'D',
  'in-review': 'P',
  published: 'published',
  suspended: 'X',
} as const satisfies Record<string, AppStatus>

export default operationCommand('setStatus', {
  summary: 'Put an app of the emulator into any status by hand, past publishing and review.',
  examples: ['<%= config.bin %> <%= command.id %> draft', '<%= config.bin %> <%= command.id %> published'],
  doing: 'Changing the status of an app',
  spelling: { status: { isArgument: true, choices: letters } },
  view: lifecycleView,
})
