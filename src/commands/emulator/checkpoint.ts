import { operationCommand } from '../../cli/operation-command.ts'
import { shownTime } from '../../views/cells.ts'

export default operationCommand('setCheckpoint', {
  summary: 'Set a checkpoint in a store for `app emulator changes`',
  description:
    "Replaces the previous checkpoint. Nothing is copied. From then on, the emulator saves each row's values before its first change.",
  examples: ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --store demo --json'],
  view: (at, looks) => `Set a checkpoint at ${shownTime(at, looks)}. To list later changes: app emulator changes`,
  result: (at) => ({ at }),
})
