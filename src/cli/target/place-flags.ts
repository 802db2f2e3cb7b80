import * as Flags from '@oclif/core/flags'

import { targetNames } from '../place.ts'

/** Flags of every command. */
export const placeFlags = {
  target: Flags.string({
    options: [...targetNames],
    summary: 'Target: emulator (default) or live. Or set SVCAPP_TARGET.',
    helpGroup: 'GLOBAL',
    helpValue: '<name>',
  }),
  platform: Flags.string({
    summary: 'Platform from `app emulator list`. Or set SVCAPP_PLATFORM.',
    helpGroup: 'GLOBAL',
    helpValue: '<name>',
  }),
  config: Flags.string({
    summary: 'Use app.<name>.toml. Or set SVCAPP_CONFIG.',
    helpGroup: 'GLOBAL',
    helpValue: '<name>',
  }),
}
