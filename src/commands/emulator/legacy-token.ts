import { operationCommand } from '../../cli/operation-command.ts'

export default operationCommand('seedLegacyToken', {
  summary: 'Create a legacy access token on the emulator and print it',
  description:
    'Stores can still have these older tokens. A two-part token acts in the home region. An older-prefix token can read but not write. Both are for apps installed per region and expire with the install in the home region. If the home region has no install, they stay valid. A token works only on this emulator and is not stored.',
  examples: [
    'export SVCAPP_TARGET=emulator',
    'export SVCAPP_TOKEN=$(<%= config.bin %> <%= command.id %> two-part)',
    '<%= config.bin %> <%= command.id %> older-prefix --store demo --json',
  ],
  spelling: { shape: { isArgument: true } },
  view: (token) => token,
  result: (token, { key: appKey, store, shape }) => ({ appKey, store, shape, token }),
})
