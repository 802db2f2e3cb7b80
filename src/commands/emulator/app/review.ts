import { operationCommand } from '../../../cli/operation-command.ts'
import { lifecycleView } from '../../../views/emulator/app-lifecycle.ts'

export default operationCommand('review', {
  summary: 'Approve or reject an app in review, as the platform would',
  examples: ['<%= config.bin %> <%= command.id %> approve', '<%= config.bin %> <%= command.id %> reject'],
  spelling: {
    approved: {
      as: 'verdict',
      isArgument: true,
      choices: { approve: true, reject: false },
      about: 'Verdict: approve (publish the app and list it in the catalog) or reject (make it a draft again).',
    },
  },
  view: lifecycleView,
})
