import type { ClientTools } from '../../client/client.ts'
import { createLimiter } from '../../client/limiter.ts'
import { createRawClient, type RawClient } from '../../client/raw/raw-client.ts'
import type { Context } from '../../context.ts'
import { isEmulatorKey } from '../../credentials/credentials.ts'
import { environmentValue, whyNotUsed } from '../../credentials/env.ts'
import { AppError, hasCode } from '../../errors.ts'
import { changed } from '../../errors/changed.ts'
import type { WireResponse } from '../../http/wire.ts'
import type { Project } from '../../project/app-toml.ts'
import { installedStores } from '../../project/installed-stores.ts'
import {
  withInstalls,
  type AppIdentity,
  type CurrentStore,
  type Install,
  type InstallKey,
} from '../../project/installs.ts'
import { requireLive } from '../../project/live/live-lock.ts'
import { requireTrustedOrigin } from '../../project/origin-trust.ts'
import type { Target } from '../../project/targets.ts'
import { matchRegions } from '../../selection/region.ts'
import { findStore } from '../../selection/store.ts'
import { requireToken } from '../install/require-token.ts'
import { trustTools } from '../live/trust-tools.ts'
import { chooseInstall, chosenNote, type InstallChoice } from '../selection/choose-install.ts'
import { currentInstalls } from '../selection/current-installs.ts'
import { requireRegion, whereInstalled } from '../selection/none-installed.ts'

export interface ClientInput {
  readonly project: Project
  readonly target: Target
  readonly store: string | undefined
  readonly region: string | undefined
  /** `--debug`: ask the emulator for the actual cause of an error. */
  readonly debug?: boolean
  /** Whether nothing will be sent. Then no token is read and the target needs no trust. */
  readonly isPreview?: boolean
  /** Maximum requests per minute, in addition to the token's budget. */
  readonly perMinute?: number | undefined
  /** Called with every response. */
  readonly onResponse?: (response: WireResponse) => void
}

export interface OpenClient {
  readonly client: RawClient
  readonly install: Install
  readonly close: () => void
}

/** Placeholder for an unused token. */
const NO_TOKEN = 'no-token'

/**
 * Opens a client for the selected install with its token. For SVCAPP_TOKEN it asks the platform which install the token
 * is for. Raises `install.*`, `store.*`, `pin.*`, `credentials.*`, `live.locked` and `project.origin-untrusted`.
 */
export async function openClient(context: Context, input: ClientInput): Promise<OpenClient> {
  const { installs, current } = await knownInstalls(context, input, (choice) => [chooseInstall(choice)])
  const [install = null] = installs
  if (install !== null) await rejectOtherRegion(context, input, install)
  return openInstall(context, input, { install, current })
}

/** Returns the selected saved installs, all of one store. Returns none if the environment sets a token, because only the platform knows its install. */
export async function knownInstalls(
  context: Context,
  input: ClientInput,
  choose: (choice: InstallChoice) => readonly Install[],
): Promise<{ readonly installs: readonly Install[]; readonly current: CurrentStore | null }> {
  rejectDebug(input)
  const { store, region, target } = input
  const app = appOf(input)
  const { appKey } = app
  const fromEnvironment = environmentValue(context.env, { ...app, kind: 'token' }) !== null
  const isCurrent = fromEnvironment ? undefined : await currentInstalls(context, target, appKey)
  const find = () =>
    withInstalls(context.paths, (known) => {
      const own = known.list(app)
      const current = known.current(app)
      // The token may be of any install, and a saved one in another region would give a wrong result (PIN-003).
      if (fromEnvironment && (own.length === 0 || input.isPreview !== true))
        return { installs: [], current, note: null }
      const choice = { installs: own, current, store, region, appKey, targetName: target.name, isCurrent }
      const chosen = choose(choice)
      return { installs: chosen, current, note: chosenNote(chosen, choice) }
    })
  const { installs, current, note } = await whereInstalled(context, input, find).catch((error: unknown) => {
    throw namingVariable(error, whyNotUsed(context.env, { ...app, kind: 'token' }))
  })
  if (note !== null) context.terminal.note(note)
  return { installs, current }
}

/** The record of a region's install contains no other regions of the store, but the emulator lists them. */
async function rejectOtherRegion(
  { send }: Context,
  { project, region, store, target: { control } }: ClientInput,
  install: Install,
): Promise<void> {
  const { regionId, regions } = install
  if (region === undefined || control === null || regionId === null || project.config.installScope === 'store') return
  if (matchRegions(regions, region).length > 0) return
  const { createControlClient } = await import('../../control/control-client.ts')
  await requireRegion(createControlClient({ send, ...control }), install, { store, region })
}

/** Without a saved install, the first suggestion explains that the token in the environment is not used. */
function namingVariable(error: unknown, unused: string | null): unknown {
  if (unused === null || !hasCode(error, 'install.unknown')) return error
  return changed(error, { suggestions: [unused, ...error.advice] })
}

/** Opens a client for a saved install. Without one, asks the platform which install the environment's token is for. */
export async function openInstall(context: Context, input: ClientInput, known: KnownInstall): Promise<OpenClient> {
  const app = appOf(input)
  if (input.isPreview !== true) {
    await requireLive(context, input.target, 'read')
    await requireTrustedOrigin(trustTools(context), input.target)
  }
  const tools = await clientTools(context, input)
  const held = await tokenFor(context, { input, known, app })
  const install = known.install ?? (await learned(context, { ...tools, ...held }, app))
  // Only now is the install of the environment's token known.
  if (known.install === null && input.store !== undefined) findStore(installedStores([install]), input.store)
  const currentRegionId = known.current?.storeId === install.storeId ? known.current.regionId : null
  const { installScope: wantedScope } = input.project.config
  const client = createRawClient({ ...tools, ...held, install: { ...install, currentRegionId, wantedScope } })
  return { client, install, close: () => tools.limiter.close() }
}

async function learned(context: Context, tools: Omit<ClientTools, 'install'>, app: AppIdentity): Promise<Install> {
  const { learnInstall } = await import('../install/learn-install.ts')
  return learnInstall(tools, app, context.now())
}

/** Checked first, because the live platform does not support --debug. */
function rejectDebug({ debug, target }: ClientInput): void {
  if (debug !== true || target.name === 'emulator') return
  throw new AppError(
    'usage.invalid',
    '--debug works only on the emulator. The live platform does not report the true cause of a rejection.',
  )
}

/** Returns the project's app on the target. */
function appOf({ project, target }: Pick<ClientInput, 'project' | 'target'>): AppIdentity {
  return { identity: target.identity, appKey: project.config.key }
}

async function tokenFor(
  context: Context,
  { input, known, app }: { input: ClientInput; known: KnownInstall; app: AppIdentity },
): Promise<Pick<ClientTools, 'token' | 'tokenSource'>> {
  if (input.isPreview !== true) return heldToken(context, known.install ?? { ...app, storeId: 0, regionId: null })
  if (known.install !== null) return { token: NO_TOKEN }
  throw new AppError(
    'install.unknown',
    'No install is on record, and only a request can show which install the token belongs to.',
    {
      suggestions: [`Run the command without --dry-run or --curl, or install the app: \`app install\`.`],
    },
  )
}

async function heldToken(context: Context, install: InstallKey): Promise<Pick<ClientTools, 'token' | 'tokenSource'>> {
  const token = await requireToken(context, install)
  const { identity, appKey, storeId, regionId } = install
  const credentials = await context.credentials({ isEmulator: isEmulatorKey(install) })
  return { token, tokenSource: credentials.source({ identity, appKey, kind: 'token', storeId, regionId }) }
}

async function clientTools(context: Context, input: ClientInput): Promise<Omit<ClientTools, 'token' | 'install'>> {
  const { paths, now, sleep, interrupted: signal, terminal, randomBytes } = context
  const limiter = createLimiter({
    path: paths.limiterDb,
    mayForget: true,
    now,
    sleep,
    signal,
    onWait: (ms) => terminal.note(`This token's rate limit is exhausted. Waiting ${seconds(ms)} s.`),
  })
  const { perMinute, project, target } = input
  const { required, optional } = project.config.scopes
  return {
    send: context.send,
    ...(input.onResponse === undefined ? {} : { onResponse: input.onResponse }),
    baseUrl: target.baseUrl,
    requestedScopes: [...required, ...optional],
    debug: input.debug === true,
    isEmulator: target.name === 'emulator',
    // Loaded only if requested.
    limiter:
      perMinute === undefined
        ? limiter
        : (await import('../../client/pace.ts')).paced(limiter, perMinute, { now, sleep, signal }),
    now,
    sleep,
    signal,
    random: () => randomBytes(4).readUInt32BE() / 2 ** 32,
    onWait: ({ ms, why }) => terminal.note(`Retrying in ${seconds(ms)} s, because ${why}.`),
  }
}

function seconds(ms: number): number {
  return Math.ceil(ms / 1000)
}

export interface KnownInstall {
  /** Null if the environment sets the token. */
  readonly install: Install | null
  readonly current: CurrentStore | null
}
