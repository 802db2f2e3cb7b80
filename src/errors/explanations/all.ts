import type { ErrorCode } from '../codes.ts'
import { api } from './api.ts'
import { cli } from './cli.ts'
import { credentials } from './credentials.ts'
import { dev } from './dev.ts'
import { embed } from './embed.ts'
import { emulator } from './emulator.ts'
import type { CodeExplanation } from './explanation.ts'
import { gateway } from './gateway.ts'
import { install } from './install.ts'
import { net } from './net.ts'
import { other } from './other.ts'
import { pin } from './pin.ts'
import { project } from './project.ts'
import { scaffold } from './scaffold.ts'
import { storage } from './storage.ts'
import { store } from './store.ts'
import { tunnel } from './tunnel.ts'
import { usage } from './usage.ts'
import { webhook } from './webhook.ts'

/** Loaded by `app explain` and by what writes docs/errors.md, never by a command that fails. */
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
  ...net,
  ...pin,
  ...project,
  ...scaffold,
  ...storage,
  ...store,
  ...tunnel,
  ...usage,
  ...webhook,
}
