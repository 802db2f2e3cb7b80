import type { Api } from './api/api.ts'
import type { App, AppOptions } from './app.ts'
import type { Core, Runtime } from './core.ts'
import { createCore } from './create-core.ts'
import type { Json } from './database/queue.ts'
import {
  createDeclared,
  declareJob,
  declareRoute,
  declareSchedule,
  declareTopic,
  type Declared,
  type DeclaredTopic,
} from './declared.ts'
import { textResponse } from './http/responses.ts'
import { styleText } from './http/style.ts'
import { publicInstall, type Install, type StoredInstall } from './install/install.ts'
import { installOf, listInstalls } from './install/installs.ts'
import { KitError } from './kit-error.ts'
import { reasonOf } from './log/log.ts'
import { appSession } from './panel/request-session.ts'
import { createHandle } from './routes/handle.ts'
import type { JobContext } from './types.ts'
import { startWork } from './work/start-work.ts'
import { tick } from './work/tick.ts'

/** Core of each app, for the kit's server. */
const cores = new WeakMap<App, Core>()

/** Returns the core of an app. */
export function coreOf(app: App): Core {
  const core = cores.get(app)
  if (core === undefined) throw new TypeError('This app was not created by createApp.')
  return core
}

/** Assembles the app of `options` on a runtime. */
export function assembleApp(options: AppOptions, runtime: Runtime): App {
  const declared = createDeclared()
  const core = createCore(options, declared, runtime)
  const hook = (added: Declared['hooks']) => {
    declared.hooks = { ...declared.hooks, ...added }
    return app
  }
  const handle = createHandle(() => handleTools(core, options))
  const app: App = {
    on(topics, handler, { body = false } = {}) {
      // Each event reaches the handler under a topic that it was declared for.
      const one = { handler, needsBody: body } as unknown as DeclaredTopic
      for (const topic of [topics].flat()) declareTopic(declared, topic, one)
      return app
    },
    installed: (installed) => hook({ installed }),
    uninstalled: (uninstalled) => hook({ uninstalled }),
    broken: (broken) => hook({ broken }),
    every(period, name, handler) {
      declareSchedule(declared, name, { period, handler })
      return app
    },
    panel(path, page, { title } = {}) {
      declareRoute(declared, path, { kind: 'panel', page, title: title ?? null })
      return app
    },
    action(path, action) {
      declareRoute(declared, path, { kind: 'action', action })
      return app
    },
    slot(path, slot) {
      declareRoute(declared, path, { kind: 'slot', slot })
      return app
    },
    data(path, data) {
      declareRoute(declared, path, { kind: 'data', data })
      return app
    },
    page(path, page, { framedBy = 'nobody' } = {}) {
      declareRoute(declared, path, { kind: 'page', page, framedBy })
      return app
    },
    job(name, handler) {
      // Data is stored as JSON, so it has the type that was requested.
      declareJob(declared, name, handler as unknown as (context: JobContext<Json>) => void)
      return (data, at) => ({ kind: 'job', name, data, at })
    },
    handle,
    fetch: async (request) => (await handle(request)) ?? textResponse('Not found.', 404),
    session: (request) => appSession(core, request, options.csp ?? {}),
    installs: {
      list: async () => (await listInstalls(core)).map(publicInstall),
      async find(place) {
        const install = await installOf(core, place)
        return install === null ? null : publicInstall(install)
      },
      api: (install, region) => openApi(core, install, region),
    },
    work: (given) => startWork(core, given),
    tick: (given) => tick(core, given),
    ready: () => whyNotReady(core),
    deadLetters: () => core.database.queue.deadLetters(),
    redrive: (storeId) => core.database.queue.redrive(storeId),
    close: () => core.database.close(),
  }
  cores.set(app, core)
  return app
}

function handleTools(core: Core, { paths = {}, csp = {}, css = '' }: AppOptions) {
  const { callbackPath } = core.config()
  const { start = '/auth/start', callback = callbackPath, webhooks = '/webhooks' } = paths
  return { core, csp, style: `${styleText}${css}`, paths: { start, callback, webhooks } }
}

async function openApi(core: Core, wanted: Install, region: string | number | undefined): Promise<Api> {
  const install: StoredInstall | null = await installOf(core, wanted)
  if (install === null) {
    throw new KitError('api.unauthorized', `The app is no longer installed in store ${wanted.storeId}.`, {
      suggestions: ['Reinstall the app.'],
    })
  }
  return core.apis.open(install, { region: region ?? null, retries: 'full', signal: new AbortController().signal })
}

/** Checks the environment first: without it, nothing else can work. */
async function whyNotReady({ config, database }: Core): Promise<string | null> {
  try {
    config()
    return await database.trouble()
  } catch (error) {
    return reasonOf(error)
  }
}
