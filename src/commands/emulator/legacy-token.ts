import { operationCommand } from '../../command/operation-command.ts'

export default operationCommand('seedLegacyToken', {
  summary: 'Make a token of an older shape on the emulator, as stores may still have one, and print it.',
  description:
    'two-part: stands for the home region. older-prefix: reads and never writes. Both are for apps that are installed per region, and end with the install of the home region; where there is none, nothing ends them. It works only on this emulator, and is not stored.',
  examples: [
    'export SVCAPP_TARGET=emulator',
    'export SVCAPP_TOKEN=$(<%= config.bin %> <%= command.id %> two-part)',
    '<%= config.bin %> <%= command.id %> older-prefix --store demo --json',
  ],
  spelling: { shape: { isArgument: true } },
  view: (token) => token,
  result: (token, { key: appKey, store, shape }) => ({ appKey, store, shape, token }),
})
