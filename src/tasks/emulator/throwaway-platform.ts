import type { Context } from '../../context.ts'
import type { Store } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import type { SeedFile } from '../../control/operations.ts'
import { openSeededStore } from '../../control/seed/seed-file.ts'
import type { OpenStoreInput } from '../../control/store-contract.ts'
import { atPort } from '../../dev/ports/project-port.ts'
import { followPort } from '../../dev/ports/redirect-address.ts'
import { installEnvironment } from '../../dev/processes/install-environment.ts'
import { AppError } from '../../errors.ts'
import { freePort } from '../../http/free-port.ts'
import { installApp, type InstalledApp } from '../../install/install-app.ts'
import type { Project } from '../../project/app-toml.ts'
import type { Target } from '../../project/targets.ts'
import { appEnvironmentOf, type AppEnvironment } from '../dev/app-environment.ts'
import { prepareInstall } from '../install/prepare-install.ts'
import { registerApp } from '../register/register-app.ts'
import { secretKey } from '../secret/app-secrets.ts'
import { openOwnPlatform, ownCredentials, type OwnPlatform } from './own-platform.ts'

export interface ThrowawayInput {
  readonly project: Project
  /** Name of the test store. */
  readonly store: string
  readonly seed: NonNullable<OpenStoreInput['seed']> | SeedFile
  /** Aborts the preparation and stops everything that was started. */
  readonly signal: AbortSignal
}

export interface ThrowawayPlatform extends Pick<OwnPlatform, 'home' | 'urls' | 'control' | 'close'> {
  readonly store: Store
  readonly installed: InstalledApp
  /** Variables for a program that uses the platform: those of the app's process and a few more. */
  readonly environment: AppEnvironment
}

/**
 * Starts an emulator in a separate folder, on free ports, with the project's app installed into a new test store. The app's port is free too, not `dev.port`. Neither reads
 * nor changes the developer's state. Raises `emulator.*`, `install.*`, and `cli.interrupted` if `signal` is aborted.
 */
export async function openThrowawayPlatform(context: Context, input: ThrowawayInput): Promise<ThrowawayPlatform> {
  const platform = await openOwnPlatform(context, { prefix: 'svcapp-exec-', signal: input.signal })
  const { inner, target, control, home, urls, close } = platform
  try {
    const place = { target, control }
    // The program opens its port later, so one that is only free now could be in use by `app dev` or another run by then.
    const { project } = followPort(atPort(input.project, await freePort()))
    const { store, installed } = await settle(inner, place, { ...input, project })
    const environment = await environmentFor(inner, { ...place, project, store, installed, home })
    return { home, urls, control, store, installed, environment, close }
  } catch (error) {
    await close(false)
    throw error
  }
}

interface ControlledTarget {
  readonly target: Target
  readonly control: ControlClient
}

/** Does the developer's setup: registers the app, opens a store and installs the app. */
async function settle(
  context: Context,
  { target, control }: ControlledTarget,
  { project, store: name, seed, signal }: ThrowawayInput,
) {
  const { key, countries } = project.config
  goOn(signal)
  await registerApp(context, { control, target }, { project, webhookUrl: undefined, reveal: false, agreed: true })
  goOn(signal)
  const regions = countries.length === 0 ? {} : { regions: countries }
  const store = await openSeededStore(control, { key, seed, store: { name, ...regions } })
  goOn(signal)
  const flags = { store: store.code, paste: false, approve: true, timeout: 60 }
  const { tools, input } = await prepareInstall(context, { project, target, control, flags })
  const installed = await installApp(tools, input)
  goOn(signal)
  return { store, installed }
}

function goOn(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('cli.interrupted', 'Stopped before the command was started.')
}

interface Facts extends ControlledTarget {
  readonly project: Project
  readonly store: Store
  readonly installed: InstalledApp
  readonly home: string
}

async function environmentFor(context: Context, facts: Facts): Promise<AppEnvironment> {
  const { project, target, control, store, installed, home } = facts
  const { storeId, regionId, regions } = installed
  const own = { identity: target.identity, appKey: project.config.key }
  const credentials = await context.credentials({ isEmulator: true })
  const token = await credentials.get({ ...secretKey(own, 'client-secret'), kind: 'token', storeId, regionId })
  return {
    ...(await appEnvironmentOf(context, { project, target, control, reveal: true })),
    ...ownCredentials,
    SVCAPP_HOME: home,
    ...installEnvironment({ token: token ?? '', storeId, regionId, store, regions }),
  }
}
