import { operationCommand } from '../../../command/operation-command.ts'
import { lifecycleView } from '../../../views/emulator/app-lifecycle.ts'

export default operationCommand('setCountries', {
  summary: 'Limit an app of the emulator to countries by hand, although it is registered already.',
  description:
    'The platform takes the countries when an app is made and never after. What an install reaches changes at once; app.toml stays as it is.',
  examples: ['<%= config.bin %> <%= command.id %> TR,DE', '<%= config.bin %> <%= command.id %> all'],
  spelling: {
    countries: {
      isArgument: true,
      about: 'ISO-2 codes with commas between them, or all.',
      read: ([text = '']) => (text === 'all' ? [] : text.split(/[\s,]+/).filter((code) => code !== '')),
    },
  },
  view: lifecycleView,
})
