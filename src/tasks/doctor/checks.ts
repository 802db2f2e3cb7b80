import type { Check } from './check.ts'
import { deliveries } from './events/deliveries.ts'
import { journal } from './events/journal.ts'
import { signingSecret } from './events/signing-secret.ts'
import { tunnelAddress } from './events/tunnel-address.ts'
import { tunnelNetwork } from './events/tunnel-network.ts'
import { tunnelProgram } from './events/tunnel-program.ts'
import { credentials } from './machine/credentials.ts'
import { disk } from './machine/disk.ts'
import { leftovers } from './machine/leftovers.ts'
import { node } from './machine/node.ts'
import { ownPackage } from './machine/package.ts'
import { ports } from './machine/ports.ts'
import { records } from './machine/records.ts'
import { stateFolder } from './machine/state-folder.ts'
import { clientSecret } from './platform/client-secret.ts'
import { clock } from './platform/clock.ts'
import { emulatorState } from './platform/emulator-state.ts'
import { faults } from './platform/faults.ts'
import { installs } from './platform/installs.ts'
import { registration } from './platform/registration.ts'
import { target } from './platform/target.ts'
import { token } from './platform/token.ts'
import { app } from './project/app.ts'
import { config } from './project/config.ts'
import { kit } from './project/kit.ts'
import { packages } from './project/packages.ts'
import { redirect } from './project/redirect.ts'
import { traps } from './project/traps.ts'

/** All checks of `app doctor` in display order. */
export const checks: readonly Check[] = [
  node,
  ownPackage,
  disk,
  stateFolder,
  records,
  leftovers,
  credentials,
  ports,
  config,
  traps,
  redirect,
  packages,
  kit,
  app,
  target,
  emulatorState,
  clock,
  faults,
  registration,
  clientSecret,
  installs,
  token,
  signingSecret,
  journal,
  deliveries,
  tunnelProgram,
  tunnelNetwork,
  tunnelAddress,
]
