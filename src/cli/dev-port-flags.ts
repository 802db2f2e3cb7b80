import * as Flags from '@oclif/core/flags'

import { firstOfFourPortsFlag, portFlag } from './flags.ts'

const helpGroup = 'PORT'

/** Ports that `app dev` opens. Without a flag, a port in use is replaced by another one. */
export const devPortFlags = {
  port: portFlag(4810, 'Gateway port. 0 picks a free port.', { helpGroup }),
  'outbound-port': portFlag(4811, "Port for the app's outbound calls.", { helpGroup }),
  inspector: Flags.boolean({ default: true, allowNo: true, summary: 'Serve the inspector.', helpGroup }),
  'inspector-port': portFlag(4812, 'Inspector port.', { helpGroup }),
  'emulator-port': firstOfFourPortsFlag(4800, "First of the emulator's four ports.", helpGroup),
}
