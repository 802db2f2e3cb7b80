import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'

import type { Store } from '../control/contract.ts'
import type { ControlClient } from '../control/control-client.ts'
import { openSeededStore, readSeedFile } from '../control/seed/seed-file.ts'
import type { AppSecrets } from '../dev/installs/secrets.ts'
import type { AppConfig } from '../project/app-config.ts'
import { localAddress, registrationOf } from '../project/registration.ts'
import type { PlatformOptions } from './options.ts'
import type { ShapeName } from './shapes.ts'

export interface SeedInput {
  readonly config: AppConfig
  readonly store: PlatformOptions['store']
  readonly shape: ShapeName
  readonly seed: PlatformOptions['seed']
  /** Base folder of a relative seed file path. */
  readonly cwd: string
}

export interface Seed {
  readonly secrets: AppSecrets
  readonly store: Store
}

/** Registers the app and opens the store that every test begins with. Raises `emulator.*`. */
export async function makeSeed(control: ControlClient, input: SeedInput): Promise<Seed> {
  const { config, store: given = {}, shape } = input
  const { secrets } = await control.register({
    key: config.key,
    ...registrationOf(config, { appUrl: localAddress(config) }),
  })
  if (secrets === null) throw new Error('The app was already registered on the empty platform.')
  const regions = config.countries.length === 0 ? {} : { regions: [...config.countries] }
  const file = typeof input.seed === 'string' ? readSeedFile(resolve(input.cwd, input.seed)) : input.seed
  const { seed = 'small', ...open } = { name: 'Test', ...regions, ...given }
  const store = await openSeededStore(control, { key: config.key, seed: file ?? seed, store: open })
  if (shape === 'payment-pending') await control.setPlan({ store: store.code, key: config.key, plan: 'paid-pending' })
  return {
    store,
    secrets: {
      clientId: secrets.client_id,
      clientSecret: secrets.client_secret,
      signingSecret: secrets.webhook_signing_secret,
      tokenKey: randomBytes(32).toString('hex'),
    },
  }
}
