import * as Flags from '@oclif/core/flags'

import { targetNames } from '../place.ts'

/** Flags of every command. */
export const placeFlags = {
  target: Flags.string({
    options: [...targetNames],
    summary: 'emulator (default) or live. SVCAPP_TARGET sets it too.',
    helpGroup: 'GLOBAL',
    helpValue: '<name>',
  }),
  platform: Flags.string({
    summary: 'Name in `app emulator list`. SVCAPP_PLATFORM sets it too.',
    helpGroup: 'GLOBAL',
    helpValue: '<name>',
  }),
  config: Flags.string({
    summary: 'Name of an app.<name>.toml. SVCAPP_CONFIG sets it too.',
    helpGroup: 'GLOBAL',
    helpValue: '<name>',
  }),
}
