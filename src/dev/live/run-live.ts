import { checkTarget } from '../../client/origin.ts'
import { makeProbeEndpoint } from '../../gateway/probe-endpoint.ts'
import { receiverAt } from '../../install/advice.ts'
import { findUninstall } from '../../journal/find-deliveries.ts'
import { withInstalls } from '../../project/installs.ts'
import { consoleRegistration } from '../../project/live/console-fields.ts'
import { rejectChangedKey, rememberKey } from '../../project/registered-keys.ts'
import { localAddress } from '../../project/registration.ts'
import type { DevContext } from '../context.ts'
import { createControls } from '../controls.ts'
import { openAppKeys } from '../installs/app-keys.ts'
import { createCallbackWatch } from '../installs/callback-watch.ts'
import { watchInstalls } from '../installs/install-watch.ts'
import { createMilestone } from '../milestone.ts'
import { noteSession } from '../notes/session-note.ts'
import { tunnelDown } from '../notes/tunnel-down.ts'
import { appEnvironment } from '../processes/app-environment.ts'
import { requireRunnable } from '../processes/app.ts'
import { openGateway } from '../processes/gateway.ts'
import { openInspector } from '../processes/inspector.ts'
import { openOutbound } from '../processes/outbound.ts'
import { openPublicRoute } from '../processes/tunnel.ts'
import { runLoop } from '../run-loop.ts'
import { openSessionJournal } from '../session-journal.ts'
import { announceChange, announceConfig, announceFields } from './announce.ts'
import { confirmByInstall } from './console.ts'
import { createInstallFlow } from './install-flow.ts'
import { ensureLiveInstalled, livePlace, oldScopeNote, type LiveInstall } from './live-install.ts'
import type { LiveRun } from './live-run.ts'
import { liveSecrets } from './secrets.ts'
import { verifyInstall } from './verify-install.ts'
import { watchReturn } from './watch-return.ts'
import { wrongAddresses } from './wrong-addresses.ts'

/** Time in ms for which an `app.uninstalled` explains a rejected token, because the app checks its token right after it. */
const UNINSTALL_MS = 10 * 60_000

/** Runs `app dev` on the live platform without an emulator. Returns why it ended. Raises the parts' errors. */
export async function runLive(dev: DevContext, live: LiveRun): Promise<string> {
  const { tools, options, emit, signal, inBackground } = dev
  const { config, dir } = options.project
  const { target } = live
  const { identity } = target
  await requireRunnable(dev)
  const journal = openSessionJournal(dev)
  const owner = { identity, appKey: config.key, dir }
  rejectChangedKey(tools.paths, owner)
  checkTarget(target.baseUrl, tools.env)
  const credentials = await tools.credentials({ isEmulator: false })
  const find = () => liveSecrets(dev, { credentials, target })
  const { key, secrets, follow } = openAppKeys(dev, { identity, secrets: await find(), find })
  rememberKey(tools.paths, owner)
  dev.names.use(identity)
  signal.throwIfAborted()
  const adminUrl = target.adminUrl.href.replace(/\/$/, '')
  emit({ event: 'live', appKey: options.project.config.key, api: target.baseUrl.origin, admin: adminUrl })
  dev.publish({ origin: identity })
  const wrong = wrongAddresses(dev, target)

  const installed = createMilestone()
  const delivered = createMilestone()
  const probe = makeProbeEndpoint(tools.randomBytes)
  const callbacks = createCallbackWatch(() => config.redirectUris[0])
  const flow = createInstallFlow(tools.now)
  const consent: LiveInstall['consent'] = { warnedAt: null }
  // If the redirect URI bypasses this session, it can only see that an install is in progress.
  let isReturnSeen = true
  const gateway = await openGateway(dev, { identity, journal, probe, callbacks, key, onDelivered: delivered.reach })
  const outbound = await openOutbound(dev, {
    target,
    control: null,
    credentials,
    identity,
    journal,
    callbacks,
    installs: watchInstalls(dev, {
      control: null,
      wasUninstalled: (place) => {
        const since = new Date(tools.now().getTime() - UNINSTALL_MS)
        return findUninstall(journal, place, { since }) !== null
      },
      remedy: () => ({ next: 'app install --target live', key: 'i' }),
    }),
    clientId: () => secrets().clientId,
    isInstalling: () => !isReturnSeen && flow.isRunning(),
    onInstalled: installed.reach,
    // The app does not wait for these requests: it has its response or is about to get it.
    onKept: (fresh, report) => {
      flow.end()
      consent.warnedAt = null
      confirmByInstall({ paths: tools.paths, ...owner }, registrationAt(route.state().url), fresh.install)
      inBackground(verifyInstall(dev, { ...fresh, target }, report))
    },
  })
  const route = await openPublicRoute(dev, { choice: live.tunnel, gateway, probe, identity })
  for (const text of await wrong) emit({ event: 'notice', text })
  const registrationAt = (origin: string) => consoleRegistration(options.project.config, { origin })
  const registration = registrationAt(route.origin)
  const { webhook_url: webhookUrl } = registration
  const first = { identity, registration, origin: route.origin, published: live.published }
  const published = await announceFields(dev, first)
  dev.atEnd(() => {
    const text = `The platform still sends webhooks to ${route.state().url}. They fail until \`app dev --target live\` runs again.`
    emit({ event: 'notice', text })
  })
  signal.throwIfAborted()
  route.onChanged(async (origin) =>
    announceChange(dev, { identity, registration: registrationAt(origin), origin, published }),
  )
  emit({ event: 'gateway', url: gateway.url, webhookUrl, outbound: outbound.url })

  const [redirectUri = ''] = registration.redirect_uris
  isReturnSeen = new URL(redirectUri).origin === new URL(route.origin).origin
  const startUrl = new URL(config.dev.installPath, redirectUri).href
  // An installed app has already used this URL.
  const isInstalled = withInstalls(tools.paths, (installs) => installs.list(owner)).length > 0
  if (redirectUri !== config.redirectUris[0] && !isInstalled) {
    const text = `Redirect URL while \`app dev\` runs: ${redirectUri}. app.toml has ${config.redirectUris[0] ?? 'none'}, so without this session \`app install --target live\` asks for the final URL.`
    emit({ event: 'notice', text, minor: true })
  }
  const cause = () => oldScopeNote(dev, live)
  const reportNoReturn = watchReturn(dev, { callbacks, redirectUri, old: config.redirectUris[0] ?? '', cause })
  const onBegun = () => {
    flow.begin()
    if (isReturnSeen) reportNoReturn()
  }
  const tunnelProblem = () => {
    const { url, isUp } = route.state()
    return isUp ? null : tunnelDown({ url, gateway: gateway.url, isOwn: live.tunnel.kind === 'own' })
  }
  const receiver = receiverAt(redirectUri, new URL(route.origin).origin)
  const install = { target, credentials, startUrl, receiver, installed, onBegun, consent, tunnelProblem }
  const place = livePlace(dev, install)
  const inspector = await openInspector(dev, { journal, key, gateway, ...place, target })
  noteSession(dev, { command: 'app dev', target: 'live', gateway: gateway.url, probe })
  return runLoop(dev, {
    start: () => ({
      appEnv: appEnvironment({
        project: options.project,
        secrets: secrets(),
        adminUrl,
        baseUrl: outbound.url,
        appUrl: route.origin,
        redirectUri,
        telemetry: outbound.telemetry,
      }),
      secrets: [secrets().clientSecret, secrets().signingSecret, secrets().tokenKey],
    }),
    follow: (runner) => follow(runner.restart),
    // Secrets, notes and the app's environment belong to the registration at the start of the session.
    fixed: ['targets.live.base_url', 'targets.live.admin_url', 'targets.live.client_id'],
    adopt: async (next) => {
      dev.useProject(next)
      const { url: origin } = route.state()
      announceConfig(dev, { identity, registration: registrationAt(origin), origin, published })
      await place.checkScopes()
    },
    controls: (runner) =>
      createControls(dev, { target, place, journal, key, gateway, inspector, tunnel: route.state, runner }),
    ready: () => ({
      event: 'ready',
      appKey: config.key,
      target: target.name,
      pid: tools.pid,
      app: localAddress(options.project.config),
      gateway: gateway.url,
      outbound: outbound.url,
      tunnel: route.origin,
      admin: adminUrl,
      webhooks: webhookUrl,
      portal: null,
      storefront: null,
      inspector: inspector?.url ?? null,
      store: null,
      health: inspector?.healthUrl ?? null,
    }),
    installStart: () => startUrl,
    install: () => ensureLiveInstalled(dev, install),
    firstEvent: async () => {
      emit({ event: 'notice', text: 'Waiting for the first event. Trigger one in the store.' })
      await delivered.reached
    },
  })
}
