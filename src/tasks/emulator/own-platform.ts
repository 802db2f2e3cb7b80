import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'

import type { Context } from '../../context.ts'
import type { RunFile } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { controlOf } from '../../control/running-control.ts'
import type { lockFolder as LockFolder } from '../../emulator/files/folder-lock.ts'
import { statePaths, type StatePaths } from '../../project/paths.ts'
import { emulatorTarget, type Target } from '../../project/targets.ts'

export interface OwnPlatformInput {
  /** Prefix of the folder's name: `svcapp-exec-`. */
  readonly prefix: string
  /** Aborts every wait. Each step of the preparation checks it. */
  readonly signal: AbortSignal
  /** Whether the stores are in memory, which opens them in a fraction of the time. They are always temporary. */
  readonly isInMemory?: boolean
}

/** An emulator for one command. */
export interface OwnPlatform {
  readonly home: string
  readonly urls: RunFile['urls']
  readonly target: Target
  readonly control: ControlClient
  /** The command's context without access to the developer's state. */
  readonly inner: Context
  /** Stops the emulator and deletes its folder unless `keep` is set. */
  readonly close: (keep: boolean) => Promise<void>
}

/** Opens an empty emulator in a separate folder, on free ports. Deletes the folders of killed ones. Raises `emulator.*` and `storage.*`. */
export async function openOwnPlatform(
  context: Context,
  { prefix, signal, isInMemory = false }: OwnPlatformInput,
): Promise<OwnPlatform> {
  const [{ serveEmulator }, { sendInto }, { lockFolder }] = await Promise.all([
    import('../../emulator/serve.ts'),
    import('../../emulator/serve/send-into.ts'),
    import('../../emulator/files/folder-lock.ts'),
  ])
  removeAbandoned(prefix, lockFolder)
  const home = mkdtempSync(join(tmpdir(), prefix))
  const remove = () => rmSync(home, { recursive: true, force: true, maxRetries: 3 })
  const paths = statePaths({ env: {}, dataDir: home })
  const { now, version, runtime } = context
  const served = await serveEmulator({ paths, port: 0, now, version, pid: runtime.pid, isInMemory }).catch(
    (error: unknown) => {
      remove()
      throw error
    },
  )
  const close = async (keep: boolean) => {
    if (keep) rmSync(join(home, MARK), { force: true })
    await served.close()
    if (!keep) remove()
  }
  try {
    writeFileSync(join(home, MARK), '', { mode: 0o600 })
    const inner = await ownContext(context, paths, signal)
    const { emulator, urls, runFile } = served
    // A socket's limits would pass while this process is stopped or busy.
    const control = controlOf(runFile, sendInto(emulator, 'portal'))
    return { home, urls, target: emulatorTarget(runFile), control, inner, close }
  } catch (error) {
    await close(false)
    throw error
  }
}

/** Marks the folders to delete later. */
const MARK = 'throwaway'

/** Deletes the folders of killed runs: marked folders of this user whose emulator no longer runs. */
function removeAbandoned(prefix: string, lockFolder: typeof LockFolder): void {
  const root = tmpdir()
  // The uid is -1 on Windows, but each user has a separate temporary folder there.
  const { uid } = userInfo()
  for (const name of readdirSync(root)) {
    if (!name.startsWith(prefix)) continue
    const folder = join(root, name)
    try {
      const found = lstatSync(folder)
      if (!found.isDirectory() || (uid >= 0 && found.uid !== uid) || !existsSync(join(folder, MARK))) continue
      lockFolder(join(folder, 'emulator'), () => null)()
      rmSync(folder, { recursive: true, force: true })
    } catch {
      // Not created by this tool, or in use.
    }
  }
}

/** Returns the context without tools that access the developer's state. */
async function ownContext(context: Context, paths: StatePaths, signal: AbortSignal): Promise<Context> {
  const [{ openCredentials }, { createKeychain }] = await Promise.all([
    import('../../credentials/policy.ts'),
    import('../../credentials/keychain.ts'),
  ])
  const {
    cwd,
    version,
    packageRoot,
    now,
    sleep,
    randomBytes,
    terminal,
    send,
    runtime,
    foreground,
    readStdin,
    channel,
  } = context
  const env = { ...ownCredentials }
  const machine = { env, nodePath: runtime.nodePath, platform: runtime.platform }
  const credentials = openCredentials({
    ...machine,
    paths,
    isEmulator: true,
    // Never used, because SVCAPP_CREDENTIALS selects the file.
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
    channel,
    interrupted: signal,
    openBrowser: async () => false,
    credentials: async () => credentials,
    agent: context.agent,
  }
}

/** The keychain belongs to the developer. */
export const ownCredentials = { SVCAPP_CREDENTIALS: 'file' }
