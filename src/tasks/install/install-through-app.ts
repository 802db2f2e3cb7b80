import type { Context } from '../../context.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { approveThroughApp, routelessStatus, type Approval } from '../../dev/installs/app-install.ts'
import { watchExchange } from '../../dev/installs/failed-exchange.ts'
import type { RunningDev } from '../../dev/lock.ts'
import { readTunnelNote } from '../../dev/notes/tunnel-note.ts'
import { AppError } from '../../errors.ts'
import { installAdvice, receiverAt, type TokenReceiver } from '../../install/advice.ts'
import { installApp, type InstalledApp } from '../../install/install-app.ts'
import { waitingNote } from '../../install/obtain.ts'
import { reportInstall } from '../../install/report.ts'
import { withInstalls, type AppIdentity, type Install } from '../../project/installs.ts'
import { findInstallPlace, type EmulatorInstallPlace } from '../selection/install-place.ts'
import { whileAppAnswers } from './answering-app.ts'
import { confirmReplacing, confirmRevoking, isSamePlace } from './confirm-revoking.ts'
import { prepareInstall, type InstallRequest } from './prepare-install.ts'
import { tunnelProblem, tunnelWait } from './running-tunnel.ts'

export interface RunningInstallRequest extends InstallRequest {
  readonly running: RunningDev
}

/** Poll interval for the install record that the running session writes. */
const LOOK_MS = 300

/** Maximum wait for the store and region names, which the session reads on the live platform after the exchange. */
const NAMES_MS = 6_000

/** Maximum time from the approval to the app's exchange. */
const EXCHANGE_MS = 10_000

/**
 * Installs the app through itself while `app dev` runs it, because another exchange would revoke the running app's token (docs/decisions/0020). The app starts
 * the install, the owner approves, the app exchanges, and its session saves the install. Installs an app without an install route directly, and raises
 * `install.app-running` if that is impossible. Raises `install.timeout`, `tunnel.not-open`, `dev.install-failed`, `net.unreachable` if the app stays down,
 * `install.exchange-rejected`, `install.response-lost` and `api.rate-limited` for a failed exchange, and the errors of the store selection.
 */
export async function installThroughApp(context: Context, request: RunningInstallRequest): Promise<InstalledApp> {
  const { project, target, control, flags, running } = request
  const { startUrl } = running
  if (flags.paste)
    throw appRuns(running, "with --paste, this command would exchange the code and revoke the running app's token")
  const wait = startUrl === null ? tunnelWait(context, { dir: project.dir, running }) : null
  if (wait !== null) throw notOpenYet(running, wait)
  if (startUrl === null) throw appRuns(running, 'the app has not started yet')
  const app = { identity: target.identity, appKey: project.config.key }
  // On the emulator the browser does not use the tunnel.
  const tunnel = async () => (control === null ? tunnelProblem(context, app) : null)
  const down = await tunnel()
  if (down !== null) throw down
  const before = listOf(context, app)
  const isNew = (one: Install) => !before.some((old) => isSamePlace(old, one) && old.installedAt === one.installedAt)
  const look = () => listOf(context, app).find((one) => one.holder === 'app' && isNew(one)) ?? null
  const receiver = receiverOf(context, { app, startUrl, isLive: control === null })
  if (receiver === 'app')
    context.terminal.note(
      `\`app dev\` is running (pid ${running.pid ?? 'unknown'}), so your app exchanges the code and keeps its token.`,
    )
  const revoking = { app, dir: project.dir, receiver, isAgreed: flags.yes === true }
  const place = control && (await findInstallPlace(context, { app, control, flags }))
  if (place === null) await confirmRevoking(context, revoking)
  else await confirmReplacing(context, revoking, place.replaces)
  const failedExchange = watchExchange(context, project.dir)
  // Read before the notes about the wait, so that Ctrl-C is handled once a user has read them.
  const { interrupted } = context
  const routeless = await begin(context, {
    ...request,
    startUrl,
    place,
    isInstalled: () => look() !== null,
    failedExchange,
  })
  if (routeless !== null) {
    const { pathname } = new URL(startUrl)
    context.terminal.note(
      `The app has no install route yet: GET ${pathname} returned ${routeless}. This tool installs it and keeps the token.`,
    )
    const { tools, input } = await prepareInstall(context, request, place)
    return installApp(tools, input)
  }
  const timeoutMs = flags.approve ? EXCHANGE_MS : flags.timeout * 1000
  const found = await untilFound(context, { look, failedExchange, tunnel, interrupted }, timeoutMs)
  const record = await withNames(context, { look, interrupted, found, isLive: control === null })
  return describe(record, { request, replaced: before.some((old) => isSamePlace(old, record)), control })
}

function receiverOf(
  { paths }: Pick<Context, 'paths'>,
  { app, startUrl, isLive }: { readonly app: AppIdentity; readonly startUrl: string; readonly isLive: boolean },
): TokenReceiver {
  const publicUrl = readTunnelNote({ ...app, paths })?.url ?? startUrl
  return isLive ? receiverAt(startUrl, new URL(publicUrl).origin) : 'app'
}

interface BegunInstall extends RunningInstallRequest, Pick<Approval, 'isInstalled' | 'failedExchange'> {
  readonly startUrl: string
  /** Null on the live platform. */
  readonly place: EmulatorInstallPlace | null
}

/** Returns the start's status if the app has no install route, so nothing has started. Otherwise null. */
async function begin(context: Context, request: BegunInstall): Promise<number | null> {
  const { control, startUrl, flags, project, place, isInstalled, failedExchange } = request
  const { terminal, openBrowser } = context
  let address = startUrl
  if (control !== null && place !== null) {
    const { store, regionId, registration } = place
    if (flags.approve) {
      const url = new URL(startUrl)
      const redirectUri = registration.redirect_uris[0] ?? ''
      const approval = { control, store, regionId, startUrl: url, redirectUri, isInstalled, failedExchange }
      return whileAppAnswers(context, { dir: project.dir, url }, () => approveThroughApp(context, approval))
    }
    const routeless = await routelessStatus(context, new URL(startUrl), { pageCounts: false })
    if (routeless !== null) return routeless
    // The manager of a test store that `app dev` opened has a random password.
    address = await control.signInUrl({ store: store.code, regionId, next: startUrl })
  }
  const isOpen = await openBrowser(address)
  terminal.note(waitingNote(flags.timeout * 1000))
  terminal.note(isOpen ? `Approve ${project.config.key} in the browser.` : 'Open this URL in a browser:')
  terminal.note(address)
  if ((!isOpen || !terminal.isInteractive) && control !== null) terminal.note(installAdvice.emulator.withoutBrowser)
  return null
}

function listOf({ paths }: Context, app: AppIdentity): Install[] {
  return withInstalls(paths, (installs) => installs.list(app))
}

interface AwaitedInstall extends Pick<Approval, 'failedExchange'> {
  readonly look: () => Install | null
  readonly interrupted: AbortSignal
  /** Returns why the browser does not reach the app, or null. */
  readonly tunnel: () => Promise<AppError | null>
}

async function untilFound(
  context: Context,
  { look, failedExchange, tunnel, interrupted }: AwaitedInstall,
  timeoutMs: number,
): Promise<Install> {
  const { sleep, now } = context
  const end = now().getTime() + timeoutMs
  for (;;) {
    const found = look()
    if (found !== null) return found
    const failure = failedExchange()
    if (failure !== null) throw failure
    if (now().getTime() >= end) throw notSeen(timeoutMs, await tunnel())
    await sleep(LOOK_MS, interrupted).catch(() => {})
    if (interrupted.aborted)
      throw new AppError('cli.interrupted', 'Stopped waiting. You can still finish the install in the browser.')
  }
}

interface AwaitedNames extends Pick<AwaitedInstall, 'look' | 'interrupted'> {
  readonly found: Install
  readonly isLive: boolean
}

/** Returns the install once the session has read its store code, or without it if the platform does not return it in time. */
async function withNames(
  { sleep, now }: Context,
  { look, interrupted, found, isLive }: AwaitedNames,
): Promise<Install> {
  if (!isLive) return found
  const end = now().getTime() + NAMES_MS
  let record = found
  while (record.storeCode === null && now().getTime() < end && !interrupted.aborted) {
    await sleep(LOOK_MS, interrupted).catch(() => {})
    record = look() ?? record
  }
  return record
}

interface Described {
  readonly request: RunningInstallRequest
  readonly replaced: boolean
  readonly control: ControlClient | null
}

async function describe(record: Install, { request, replaced, control }: Described): Promise<InstalledApp> {
  const { config } = request.project
  const { appKey, storeId, storeCode, regionId, installScope, scopes, regions, storeName, storeDomain } = record
  const rows = control === null ? [] : await control.installs({ app: appKey })
  const isPaymentPending = rows.some(
    (row) => row.removedAt === null && row.storeId === storeId && row.regionId === regionId && row.subscription === 'P',
  )
  const { topics } = config.webhooks
  const report = reportInstall({ asked: config.scopes, granted: scopes, topics, replaced, isPaymentPending })
  const shown = { appKey, storeId, storeCode, regionId, installScope, scopes, regions, storeName, storeDomain }
  return { ...shown, replaced, paymentPending: isPaymentPending, ...report }
}

function appRuns({ pid }: RunningDev, why: string): AppError {
  return new AppError(
    'install.app-running',
    `\`app dev\` is running in this project (pid ${pid ?? 'unknown'}), and ${why}.`,
    {
      suggestions: [
        'Press `i` in its terminal to install through the app.',
        'Or stop it, then run this command again.',
      ],
      details: { pid },
    },
  )
}

function notOpenYet({ pid }: RunningDev, wait: string): AppError {
  const message = `\`app dev\` (pid ${pid ?? 'unknown'}) is waiting for its tunnel. ${wait} Nothing was opened.`
  return new AppError('tunnel.not-open', message, {
    suggestions: ['When `app dev` reports that the tunnel is open, run `app install` again.'],
  })
}

const TUNNEL_DOWN = 'The tunnel of `app dev` is down, so its public address does not reach this machine.'

function notSeen(timeoutMs: number, down: AppError | null): AppError {
  return new AppError('install.timeout', `The app exchanged no code within ${Math.round(timeoutMs / 1000)} s.`, {
    suggestions: [
      ...(down === null ? [] : [TUNNEL_DOWN, ...down.advice]),
      'Check the output of `app dev`. The app must exchange its code at SVCAPP_BASE_URL.',
      'Run `app install` again with a longer --timeout and approve in time. Or press `i` in `app dev`.',
    ],
  })
}
