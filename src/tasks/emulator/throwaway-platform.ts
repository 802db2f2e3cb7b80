import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

import type { Context } from '../../context.ts'
import type { RunFile, Store } from '../../control/contract.ts'
import { createControlClient, type ControlClient } from '../../control/control-client.ts'
import type { OpenStoreInput } from '../../control/store-contract.ts'
import type { lockFolder as LockFolder } from '../../emulator/serve/folder-lock.ts'
import { AppError } from '../../errors.ts'
import { installApp, type InstalledApp } from '../../install/install-app.ts'
import type { Project } from '../../project/app-toml.ts'
import { statePaths, type StatePaths } from '../../project/paths.ts'
import { emulatorTarget, type Target } from '../../project/targets.ts'
import { appEnvironmentOf, type AppEnvironment } from '../dev/app-environment.ts'
import { prepareInstall } from '../install/prepare-install.ts'
import { secretKey } from '../register/app-secrets.ts'
import { registerApp } from '../register/register-app.ts'

export interface ThrowawayInput {
  readonly project: Project
  /** Name of the test store. */
  readonly store: string
  readonly seed: NonNullable<OpenStoreInput['seed']>
  /** Ends the preparations; what was begun is taken down. */
  readonly signal: AbortSignal
}

export interface ThrowawayPlatform {
  readonly home: string
  readonly urls: RunFile['urls']
  readonly store: Store
  readonly installed: InstalledApp
  /** What a program needs to work with it, by the names that the app's own process has, and a few more. */
  readonly environment: AppEnvironment
  /** Stops it; its folder goes too, unless it is to be kept. */
  readonly close: (keep: boolean) => Promise<void>
}

/**
 * An emulator in a folder and on ports of its own, with the project's app registered and installed into a new test store. Nothing of the developer's own
 * state is read or changed. Raises `emulator.*`, `install.*`, and `cli.interrupted` when `signal` is aborted meanwhile.
 */
export async function openThrowawayPlatform(context: Context, given: ThrowawayInput): Promise<ThrowawayPlatform> {
  const [{ serveEmulator }, { lockFolder }] = await Promise.all([
    import('../../emulator/serve.ts'),
    import('../../emulator/serve/folder-lock.ts'),
  ])
  removeAbandoned(lockFolder)
  const home = mkdtempSync(join(tmpdir(), PREFIX))
  const remove = () => rmSync(home, { recursive: true, force: true, maxRetries: 3 })
  const paths = statePaths({ env: {}, dataDir: home })
  const { now, version, runtime } = context
  const served = await serveEmulator({ paths, port: 0, now, version, pid: runtime.pid }).catch((error: unknown) => {
    remove()
    throw error
  })
  const close = async (keep: boolean) => {
    if (keep) rmSync(join(home, MARK), { force: true })
    await served.close()
    if (!keep) remove()
  }
  try {
    writeFileSync(join(home, MARK), '', { mode: 0o600 })
    const inner = await throwawayContext(context, { paths, signal: given.signal })
    const target = emulatorTarget(served.runFile)
    const control = createControlClient({
      send: inner.send,
      url: served.urls.portal,
      token: served.runFile.controlToken,
    })
    const place = { target, control }
    const { store, installed } = await settle(inner, place, given)
    const environment = await environmentFor(inner, { ...place, project: given.project, store, installed, home })
    return { home, urls: served.urls, store, installed, environment, close }
  } catch (error) {
    await close(false)
    throw error
  }
}

const PREFIX = 'svcapp-exec-'

/** In the folders that are to go again. */
const MARK = 'throwaway'

/** Removes what runs left that were ended by kill -9: folders of this user that are marked, and whose emulator runs no more. */
function removeAbandoned(lockFolder: typeof LockFolder): void {
  const root = tmpdir()
  // -1 on Windows, where the folder for what is temporary is this user's own.
  const { uid } = userInfo()
  for (const name of readdirSync(root)) {
    if (!name.startsWith(PREFIX)) continue
    const folder = join(root, name)
    try {
      const found = lstatSync(folder)
      if (!found.isDirectory() || (uid >= 0 && found.uid !== uid) || !existsSync(join(folder, MARK))) continue
      lockFolder(join(folder, 'emulator'), () => null)()
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // Not one of ours, or one that is in use.
    }
  }
}

interface Place {
  readonly target: Target
  readonly control: ControlClient
}

/** What a developer does by hand: register, open a store, install. */
async function settle(
  context: Context,
  { target, control }: Place,
  { project, store: name, seed, signal }: ThrowawayInput,
) {
  const { key, countries } = project.config
  goOn(signal)
  await registerApp(context, { control, target }, { project, webhookUrl: undefined, reveal: false, agreed: true })
  goOn(signal)
  const regions = countries.length === 0 ? {} : { regions: countries }
  const { store } = await control.openStore({ name, seed, appKey: key, ...regions })
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

/** The same doors to the world, but for those that lead to the developer's own state. */
async function throwawayContext(
  context: Context,
  { paths, signal }: { paths: StatePaths; signal: AbortSignal },
): Promise<Context> {
  const [{ openCredentials }, { createKeychain }] = await Promise.all([
    import('../../credentials/policy.ts'),
    import('../../credentials/keychain.ts'),
  ])
  const { cwd, version, packageRoot, now, sleep, randomBytes, terminal, send, runtime, foreground, readStdin } = context
  const env = { ...ownCredentials }
  const machine = { env, nodePath: runtime.nodePath, platform: runtime.platform }
  const credentials = openCredentials({
    ...machine,
    askPassphrase: async () => '',
    paths,
    isEmulator: true,
    // Never asked: the choice is the file.
    keychain: createKeychain(machine),
    now,
  })
  return {
    env,
    cwd,
    version,
    packageRoot,
    now,
    sleep,
    randomBytes,
    terminal,
    paths,
    send,
    runtime,
    foreground,
    readStdin,
    interrupted: signal,
    openBrowser: async () => false,
    credentials: async () => credentials,
  }
}

/** The keychain is the developer's own. */
const ownCredentials = { SVCAPP_CREDENTIALS: 'file' }

interface Facts extends Place {
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
  const homeRegion = store.regions.find(({ isDefault }) => isDefault)?.id
  return {
    ...(await appEnvironmentOf(context, { project, target, control, reveal: true })),
    ...ownCredentials,
    SVCAPP_HOME: home,
    SVCAPP_TOKEN: token ?? '',
    SVCAPP_STORE_ID: String(storeId),
    SVCAPP_STORE_CODE: store.code,
    SVCAPP_REGION_ID: String(regionId ?? homeRegion ?? ''),
    SVCAPP_REGION_IDS: regions.map(({ id }) => id).join(' '),
  }
}
