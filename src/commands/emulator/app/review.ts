import { operationCommand } from '../../../command/operation-command.ts'
import { lifecycleView } from '../../../views/emulator/app-lifecycle.ts'

export default operationCommand('review', {
  summary: 'Give the verdict on an app that is in review on the emulator, as the platform would.',
  examples: ['<%= config.bin %> <%= command.id %> approve', '<%= config.bin %> <%= command.id %> refuse'],
  spelling: {
    approved: {
      as: 'verdict',
      isArgument: true,
      choices: { approve: true, reject: false },
      about: 'Approved it is published and in the catalogue, refused it is a draft again.',
    },
  },
  view: lifecycleView,
})
