import { createClient, type Client, type ClientTools } from '../client/client.ts'
import { createLimiter } from '../client/limiter.ts'
import type { Context } from '../context.ts'
import { AppError } from '../errors.ts'
import type { Project } from '../project/app-toml.ts'
import { withInstalls, type AppIdentity, type CurrentStore, type Install } from '../project/installs.ts'
import { requireTrustedOrigin } from '../project/origin-trust.ts'
import type { Target } from '../project/targets.ts'
import { chooseInstall } from './choose-install.ts'
import { learnInstall } from './learn-install.ts'
import { requireToken } from './require-token.ts'

export interface Wanted {
  readonly project: Project
  readonly target: Target
  readonly store: string | undefined
  readonly region: string | undefined
  /** `--debug`: ask the emulator for the true cause of a refusal. */
  readonly debug?: boolean
}

export interface OpenClient {
  readonly client: Client
  readonly install: Install
  readonly close: () => void
}

/**
 * A client for the install that is meant, with its token. With SVCAPP_TOKEN and nothing on record, the platform is asked what the token is for. Raises
 * `install.*`, `pin.*`, `credentials.*` and `project.origin-untrusted`.
 */
export async function openClient(context: Context, wanted: Wanted): Promise<OpenClient> {
  const { project, target } = wanted
  if (wanted.debug === true && target.name !== 'emulator') throw onlyEmulator()
  const app = { identity: target.identity, appKey: project.config.key }
  const known = findInstall(context, { wanted, app })
  await requireTrustedOrigin(trustTools(context), target)
  const tools = clientTools(context, wanted)
  const token = await requireToken(context, known?.install ?? { ...app, storeId: 0, regionId: null })
  const install = known?.install ?? (await learnInstall({ ...tools, token }, { app, now: context.now() }))
  const currentRegionId = known?.current?.storeId === install.storeId ? known.current.regionId : null
  const client = createClient({ ...tools, token, install: { ...install, currentRegionId } })
  return { client, install, close: () => tools.limiter.close() }
}

function onlyEmulator(): AppError {
  return new AppError('usage.invalid', '--debug asks the emulator; the live platform tells no cause.')
}

function clientTools(
  context: Context,
  { project, target, debug = false }: Wanted,
): Omit<ClientTools, 'token' | 'install'> {
  const { paths, now, sleep, interrupted: signal, send, terminal, randomBytes } = context
  const limiter = createLimiter({
    path: paths.limiterDb,
    now,
    sleep,
    signal,
    onWait: (ms) => terminal.note(`The budget of this token is used up; waiting ${seconds(ms)} s.`),
  })
  const { required, optional } = project.config.scopes
  return {
    send,
    baseUrl: target.baseUrl,
    requestedScopes: [...required, ...optional],
    debug,
    limiter,
    now,
    sleep,
    signal,
    random: () => randomBytes(4).readUInt32BE() / 2 ** 32,
    onWait: ({ ms, why }) => terminal.note(`Trying again in ${seconds(ms)} s, because ${why}.`),
  }
}

function seconds(ms: number): number {
  return Math.ceil(ms / 1000)
}

/** What `requireTrustedOrigin` asks with. */
export function trustTools({ paths, env, now, terminal }: Context) {
  return {
    paths,
    env,
    now,
    isInteractive: terminal.isInteractive,
    confirm: (question: { message: string; default: boolean }) => terminal.ask.confirm(question),
  }
}

interface Finding {
  readonly wanted: Wanted
  readonly app: AppIdentity
}

/** Null when nothing is on record but the environment brings a token. */
function findInstall(
  { paths, env }: Context,
  { wanted, app }: Finding,
): { install: Install; current: CurrentStore | null } | null {
  const { store, region } = wanted
  return withInstalls(paths, (installs) => {
    const own = installs.list(app)
    if (own.length === 0 && env['SVCAPP_TOKEN']) return null
    const current = installs.current(app)
    return { current, install: chooseInstall({ installs: own, current, store, region, appKey: app.appKey }) }
  })
}
