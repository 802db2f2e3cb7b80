import { operationCommand } from '../../command/operation-command.ts'
import { shownTime } from '../../views/cells.ts'

export default operationCommand('setCheckpoint', {
  summary: 'Remember a store of the emulator as it is now; `app emulator changes` shows what changed since.',
  description:
    'Replaces the checkpoint before it. Nothing is copied: from now on each row is kept as it was before its first change.',
  examples: ['<%= config.bin %> <%= command.id %>', '<%= config.bin %> <%= command.id %> --store demo --json'],
  view: (at, looks) => `Remembered at ${shownTime(at, looks)}. app emulator changes shows what changed since.`,
  result: (at) => ({ at }),
})
