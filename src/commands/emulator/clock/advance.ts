import { operationCommand } from '../../../cli/operation-command.ts'
import { parseDuration } from '../../../tasks/duration.ts'
import { clockLine } from '../../../views/emulator/emulator.ts'

export default operationCommand('advanceClock', {
  summary: "Advance the emulator's clock",
  description: 'Runs everything that becomes due, such as retries, before it returns.',
  examples: ['<%= config.bin %> <%= command.id %> 6m', '<%= config.bin %> <%= command.id %> 2h'],
  spelling: {
    ms: {
      as: 'duration',
      isArgument: true,
      about: 'Duration with ms, s, m, h, d or w: 90s, 6m, 2h, 1d.',
      read: ([text = '']) => parseDuration(text),
    },
  },
  view: clockLine,
})
