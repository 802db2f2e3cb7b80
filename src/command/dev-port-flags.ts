import * as Flags from '@oclif/core/flags'

import { firstOfFourPortsFlag, portFlag } from './flags.ts'

/** The ports of what `app dev` opens; without a flag, another port is taken where the usual one is held. */
export const devPortFlags = {
  port: portFlag(4810, 'Port of the gateway; 0 picks a free one.'),
  'outbound-port': portFlag(4811, "Port of the gateway's outbound side, which the app calls; 0 picks a free one."),
  inspector: Flags.boolean({
    default: true,
    allowNo: true,
    summary: 'Serve the inspector, the page over all that happened, on its own port.',
  }),
  'inspector-port': portFlag(4812, 'Port of the inspector; 0 picks a free one.'),
  'emulator-port': firstOfFourPortsFlag(
    4800,
    'First of four ports of an emulator that is started here; 0 picks free ones.',
  ),
}
