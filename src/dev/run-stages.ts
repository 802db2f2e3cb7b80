import type { Registration, Store } from '../control/contract.ts'
import type { ControlClient } from '../control/control-client.ts'
import { makeProbeEndpoint } from '../gateway/probe-endpoint.ts'
import type { Project } from '../project/app-toml.ts'
import { localAddress } from '../project/registration.ts'
import { emulatorTarget, type Target } from '../project/targets.ts'
import type { DevContext } from './context.ts'
import { createControls } from './controls.ts'
import { ensureInstalled, installStart } from './installs/app-install.ts'
import { openAppKeys, type AppKeys } from './installs/app-keys.ts'
import { createCallbackWatch } from './installs/callback-watch.ts'
import { waitForFirstEvent } from './installs/first-event.ts'
import { watchInstalls } from './installs/install-watch.ts'
import { installing, watchPlatform } from './installs/platform-watch.ts'
import { pointWebhooksHere, putRedirectBack, registered } from './installs/registration.ts'
import { findSecrets, keepSecrets, type AppSecrets, type SecretSource } from './installs/secrets.ts'
import { findTestStore } from './installs/test-store.ts'
import { createMilestone, createRecurrence } from './milestone.ts'
import { noteSession } from './notes/session-note.ts'
import { chooseAppPort } from './ports/app-port.ts'
import { redirectFollower } from './ports/redirect-address.ts'
import { announceInspector } from './processes/announce-inspector.ts'
import { appEnvironment } from './processes/app-environment.ts'
import { requireRunnable } from './processes/app.ts'
import { linkEmulator } from './processes/emulator-link.ts'
import { findEmulator } from './processes/emulator.ts'
import { openGateway } from './processes/gateway.ts'
import { openInspector } from './processes/inspector.ts'
import { openOutbound } from './processes/outbound.ts'
import { openPublicRoute } from './processes/tunnel.ts'
import { runLoop } from './run-loop.ts'
import { sendTestEvent } from './send-test-event.ts'
import { openSessionJournal } from './session-journal.ts'
import { emulatorPlace } from './target-actions.ts'

/** Runs the parts of `app dev` in order. Returns why it ended. Raises the parts' errors. */
export async function runStages(dev: DevContext): Promise<string> {
  const { tools, options, emit } = dev
  const { path } = options.project.config.webhooks
  const followRedirect = redirectFollower(dev)
  const choosePort = async () => {
    const written = dev.acceptedProject()
    const port = await chooseAppPort(dev, written)
    followRedirect(dev.moveAppTo(port), { isTold: port !== written.config.dev.port })
  }
  await choosePort()
  await requireRunnable(dev)
  const journal = openSessionJournal(dev)
  const platform = await joinPlatform(dev)
  const exchanges = createRecurrence()
  const installed = exchanges.next()
  const delivered = createMilestone()
  let keys: AppKeys | null = null
  let clientId: string | null = null
  let home: Parameters<typeof installing>[1] | null = null
  const installs = watchInstalls(dev, {
    control: platform.control,
    remedy: (place) => (home === null ? { next: 'app install', key: null } : installing(dev, home, place)),
  })
  const callbacks = createCallbackWatch(() => options.project.config.redirectUris[0])

  const probe = makeProbeEndpoint(tools.randomBytes)
  const gateway = await openGateway(dev, {
    identity: platform.identity,
    journal,
    probe,
    callbacks,
    key: () => keys?.key() ?? null,
    onDelivered: delivered.reach,
  })
  const outbound = await openOutbound(dev, {
    ...platform,
    journal,
    callbacks,
    installs,
    clientId: () => clientId,
    onInstalled: exchanges.happen,
  })
  const route =
    options.tunnel &&
    (await openPublicRoute(dev, { choice: options.tunnel, gateway, probe, identity: platform.identity }))
  const webhookUrl = () => (route?.state().url ?? gateway.url) + path
  const quiet = { ...platform, control: platform.setUp }
  const prepared = await prepareApp(dev, { ...quiet, webhookUrl: webhookUrl() })
  const { app, store } = prepared
  route?.onChanged((origin) => repointWebhooks(dev, { ...quiet, webhookUrl: origin + path }))
  keys = openAppKeys(dev, {
    identity: platform.identity,
    secrets: prepared.secrets,
    find: () => findSecrets(dev, quiet, app),
  })
  const { secrets, key, follow } = keys
  clientId = app.client_id
  home = { ...platform, store }
  emit({ event: 'gateway', url: gateway.url, webhookUrl: webhookUrl(), outbound: outbound.url })

  await watchPlatform(dev, { ...platform, store, installs })
  const place = emulatorPlace(dev, { ...platform, store, installs: exchanges })
  const inspector = await openInspector(dev, { journal, key, gateway, ...place, target: platform.target })
  if (inspector !== null) await announceInspector(dev, platform.control, inspector.url)
  noteSession(dev, { command: 'app dev', target: 'emulator', gateway: gateway.url, probe })
  const adminUrl = platform.target.adminUrl.origin
  let holder: 'app' | 'tool' = 'app'
  const install = { ...platform, store, installed, isSetUp: !options.reinstall }
  return runLoop(dev, {
    moveApp: async () => {
      await choosePort()
      await repointWebhooks(dev, { ...quiet, webhookUrl: webhookUrl() })
    },
    start: () => ({
      appEnv: appEnvironment({
        project: options.project,
        secrets: secrets(),
        adminUrl,
        baseUrl: outbound.url,
        telemetry: outbound.telemetry,
      }),
      secrets: [secrets().clientSecret, secrets().signingSecret, secrets().tokenKey],
    }),
    follow: (runner) => follow(runner.restart),
    adopt: async (next) => {
      const before = options.project
      followRedirect(next)
      await adopt(dev, before, { ...quiet, webhookUrl: webhookUrl() })
      await place.checkScopes()
    },
    onAppChanged: place.useAddedRoute,
    controls: (runner) =>
      createControls(dev, {
        target: platform.target,
        place,
        journal,
        key,
        gateway,
        inspector,
        tunnel: () => route?.state() ?? null,
        isPlatformUp: platform.isUp,
        runner,
      }),
    ready: () => ({
      event: 'ready',
      appKey: app.app_key,
      target: platform.target.name,
      pid: tools.pid,
      app: localAddress(options.project.config),
      gateway: gateway.url,
      outbound: outbound.url,
      tunnel: route?.origin ?? null,
      admin: adminUrl,
      webhooks: webhookUrl(),
      portal: platform.portal,
      storefront: `${platform.storefront}/${store.code}`,
      inspector: inspector?.url ?? null,
      store: store.code,
      health: inspector?.healthUrl ?? null,
    }),
    installStart: () => installStart(options.project.config).href,
    install: async () => void (holder = await ensureInstalled(dev, install)),
    firstEvent: () =>
      waitForFirstEvent(dev, {
        control: platform.control,
        store,
        delivered,
        isRouteless: holder === 'tool',
        sendTest: (topic) =>
          sendTestEvent(
            { ...tools, key: key() },
            { gateway, place, topic, path: options.project.config.webhooks.path },
          ),
      }),
  })
}

export interface Platform extends SecretSource {
  readonly target: Target
  readonly portal: string
  readonly storefront: string
}

interface JoinedPlatform extends Platform {
  /** For operations that the developer did not request. */
  readonly setUp: ControlClient
  readonly isUp: () => boolean
}

async function joinPlatform(dev: DevContext): Promise<JoinedPlatform> {
  const { tools, signal } = dev
  const { run: runFile, goOn } = await findEmulator(dev)
  const target = emulatorTarget(runFile)
  const { control, setUp, isUp } = linkEmulator(dev, runFile, goOn)
  if (runFile.pid !== tools.pid) await reportOtherVersion(dev, control)
  const credentials = await tools.credentials({ isEmulator: true })
  signal.throwIfAborted()
  const { portal, storefront } = runFile.urls
  dev.names.use(target.identity)
  return { target, control, setUp, isUp, credentials, identity: target.identity, portal, storefront }
}

/** Reports a joined emulator of another version, whose responses may differ. */
async function reportOtherVersion({ tools, emit }: DevContext, control: ControlClient): Promise<void> {
  const { version } = await control.status()
  if (version === tools.version) return
  const text = `The running emulator has version ${version}, but this tool has ${tools.version}. Run \`app emulator stop\`, then start the emulator again.`
  emit({ event: 'notice', text })
}

interface Webhooks extends Platform {
  readonly webhookUrl: string
}

interface PreparedApp {
  readonly app: Registration
  readonly store: Store
  readonly secrets: AppSecrets
}

/** Prepares the registration, the secrets and the test store. Creates missing ones. */
async function prepareApp(dev: DevContext, place: Webhooks): Promise<PreparedApp> {
  const { config } = dev.options.project
  // A new registration shows its secrets only once, so check first that they can be stored.
  await place.credentials.probe({ identity: place.identity })
  const before = await registered(place.control, config.key)
  putRedirectBack(dev, place.control)
  const made = await pointWebhooksHere(dev, { ...place, before })
  if (made.secrets) await keepSecrets(place, config.key, made.secrets)
  const secrets = await findSecrets(dev, place, made.app)
  const store = await findTestStore(dev, { ...place, app: made.app })
  dev.names.learn(store)
  dev.signal.throwIfAborted()
  return { app: made.app, store, secrets }
}

/** Registers another address during the session. The end still restores the original one. */
async function repointWebhooks(dev: DevContext, place: Webhooks): Promise<void> {
  const before = await registered(place.control, dev.options.project.config.key)
  await pointWebhooksHere({ ...dev, atEnd: () => {} }, { ...place, before })
}

/** Uses a reloaded project if the platform accepts its registration. */
async function adopt(dev: DevContext, before: Project, place: Webhooks): Promise<void> {
  try {
    await repointWebhooks(dev, place)
  } catch (error) {
    dev.useProject(before)
    throw error
  }
}
