import { operationCommand } from '../../../cli/operation-command.ts'
import { lifecycleView } from '../../../views/emulator/app-lifecycle.ts'

export default operationCommand('setCountries', {
  summary: 'Change the countries of a registered app on the emulator',
  description:
    'On the platform, countries are set when an app is created and never change. On the emulator, the regions that an install can use change immediately. app.toml is unchanged.',
  examples: ['<%= config.bin %> <%= command.id %> TR,DE', '<%= config.bin %> <%= command.id %> all'],
  spelling: {
    countries: {
      isArgument: true,
      about: 'Two-letter country codes (ISO 3166-1), separated by commas, or all.',
      read: ([text = '']) => (text === 'all' ? [] : text.split(/[\s,]+/).filter((code) => code !== '')),
    },
  },
  view: lifecycleView,
})
