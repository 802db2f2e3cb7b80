import type { ErrorCode } from '../codes.ts'
import { api } from './areas/api.ts'
import { cli } from './areas/cli.ts'
import { credentials } from './areas/credentials.ts'
import { dev } from './areas/dev.ts'
import { embed } from './areas/embed.ts'
import { emulator } from './areas/emulator.ts'
import { gateway } from './areas/gateway.ts'
import { install } from './areas/install.ts'
import { net } from './areas/net.ts'
import { other } from './areas/other.ts'
import { pin } from './areas/pin.ts'
import { project } from './areas/project.ts'
import { scaffold } from './areas/scaffold.ts'
import { storage } from './areas/storage.ts'
import { store } from './areas/store.ts'
import { testing } from './areas/testing.ts'
import { tunnel } from './areas/tunnel.ts'
import { upgrade } from './areas/upgrade.ts'
import { usage } from './areas/usage.ts'
import { webhook } from './areas/webhook.ts'
import type { CodeExplanation } from './explanation.ts'
import { kit } from './kit.ts'

/** Only `app explain` and the generator of docs/errors.md load this, never a failing command. */
export const codeExplanations: Readonly<Record<ErrorCode, CodeExplanation>> = {
  ...api,
  ...cli,
  ...credentials,
  ...dev,
  ...other,
  ...embed,
  ...emulator,
  ...gateway,
  ...install,
  ...kit,
  ...net,
  ...pin,
  ...project,
  ...scaffold,
  ...storage,
  ...store,
  ...testing,
  ...tunnel,
  ...upgrade,
  ...usage,
  ...webhook,
}
