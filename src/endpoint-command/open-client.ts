import { createClient, type Client } from '../client/client.ts'
import { createLimiter } from '../client/limiter.ts'
import type { Context } from '../context.ts'
import type { Project } from '../project/app-toml.ts'
import { openInstalls, type CurrentStore, type Install } from '../project/installs.ts'
import { requireTrustedOrigin } from '../project/origin-trust.ts'
import type { Target } from '../project/targets.ts'
import { chooseInstall } from './choose-install.ts'
import { requireToken } from './require-token.ts'

export interface Wanted {
  readonly project: Project
  readonly target: Target
  readonly store: string | undefined
  readonly region: string | undefined
}

export interface OpenClient {
  readonly client: Client
  readonly install: Install
  readonly close: () => void
}

/** A client for the install that is meant, with its token. Raises `install.*`, `pin.*`, `credentials.*` and `project.origin-untrusted`. */
export async function openClient(context: Context, wanted: Wanted): Promise<OpenClient> {
  const { project, target } = wanted
  const { install, current } = findInstall(context, wanted)
  await requireTrustedOrigin(trustTools(context), target)
  const token = await requireToken(context, install)
  const limiter = createLimiter({
    path: context.paths.limiterDb,
    now: context.now,
    sleep: context.sleep,
    signal: context.interrupted,
    onWait: (ms) => context.terminal.note(`The budget of this token is used up; waiting ${Math.ceil(ms / 1000)} s.`),
  })
  const { required, optional } = project.config.scopes
  const client = createClient({
    send: context.send,
    baseUrl: target.baseUrl,
    token,
    install: { ...install, currentRegionId: current?.storeId === install.storeId ? current.regionId : null },
    requestedScopes: [...required, ...optional],
    limiter,
    now: context.now,
    sleep: context.sleep,
    signal: context.interrupted,
    random: () => context.randomBytes(4).readUInt32BE() / 2 ** 32,
    onWait: ({ ms, why }) => context.terminal.note(`Trying again in ${Math.ceil(ms / 1000)} s, because ${why}.`),
  })
  return { client, install, close: () => limiter.close() }
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

function findInstall(context: Context, wanted: Wanted): { install: Install; current: CurrentStore | null } {
  const { target, project, store, region } = wanted
  const appKey = project.config.key
  const app = { identity: target.identity, appKey }
  const installs = openInstalls(context.paths)
  try {
    const current = installs.current(app)
    return { current, install: chooseInstall({ installs: installs.list(app), current, store, region, appKey }) }
  } finally {
    installs.close()
  }
}
