import { endpoints } from '../../catalog/catalog.ts'
import { AppError } from '../../errors.ts'
import { adviceOn } from '../../errors/advice.ts'
import { startOutbound, type Outbound } from '../../gateway/outbound.ts'
import { proxyFor } from '../../http/proxy.ts'
import { exchangeHint } from '../../journal/calls/rejected-exchange.ts'
import { withInstalls } from '../../project/installs.ts'
import { liveVerdict } from '../../project/live/live-lock.ts'
import type { Target } from '../../project/targets.ts'
import type { DevContext } from '../context.ts'
import type { CallbackWatch } from '../installs/callback-watch.ts'
import type { InstallWatch } from '../installs/install-watch.ts'
import { keepInstall, type KeepTools, type KeptInstall } from '../installs/keep-install.ts'
import { textIds } from '../installs/place.ts'
import { watchTokens } from '../installs/token-status.ts'
import { portHolder } from '../ports/holder.ts'
import { openOnPort } from '../ports/open-on-port.ts'
import { openTelemetry } from './app-telemetry.ts'

export interface OutboundWatch extends KeepTools {
  readonly target: Target
  /** Returns the app's client id, or null until known. */
  readonly clientId: () => string | null
  readonly callbacks: CallbackWatch
  readonly installs: InstallWatch
  /** Called after an exchange was saved or could not be saved. `report` reports it. Without this callback it is reported immediately. */
  readonly onKept?: (kept: KeptInstall, report: () => void) => void
  /** Called after an exchange was reported. */
  readonly onInstalled: () => void
}

/** Shown once before real data is stored. */
const keptWarning =
  "--keep-calls stores headers and bodies of your app's API calls, and the texts of its spans and log records, in the journal on this machine. They can contain customer data. Tokens and secrets are masked."

/** The URL through which the app reaches the platform, and the OpenTelemetry facts about it. */
export interface OpenOutbound extends Outbound {
  readonly telemetry: Readonly<Record<string, string>>
}

/** Starts the outbound side of the gateway, through which the app reaches the platform. */
export async function openOutbound(dev: DevContext, watch: OutboundWatch): Promise<OpenOutbound> {
  const isMadeUp = watch.target.control !== null
  if (!isMadeUp && dev.options.keepCalls === true) dev.emit({ event: 'notice', text: keptWarning })
  const app = { identity: watch.identity, appKey: dev.options.project.config.key }
  const statuses = watchTokens(dev, app, watch.installs)
  const agent = isMadeUp ? null : await dev.tools.agent()
  // All data on the emulator is invented.
  const keepsContent = isMadeUp || dev.options.keepCalls === true
  const telemetry = openTelemetry(dev, { journal: watch.journal, keepsText: keepsContent })
  const preferred = { part: 'outbound', port: dev.options.ports.outbound } as const
  const outbound: Outbound = await openOnPort(dev, preferred, (port) =>
    startOutbound({
      port,
      baseUrl: watch.target.baseUrl,
      proxy: proxyFor(watch.target.baseUrl, dev.tools.env),
      journal: watch.journal,
      traces: dev.traces,
      now: dev.tools.now,
      clock: () => performance.now(),
      holder: portHolder,
      portFlag: '--outbound-port',
      endpoints,
      keepsContent,
      otlp: telemetry.receiver,
      onCall: ({ method, path, pin, status, ms, note, hint, failedRows, spent }) =>
        dev.emit({
          event: 'call',
          method,
          path,
          pin,
          status,
          ms,
          note,
          hint: hint ?? null,
          failedRows: failedRows ?? null,
          spent: spent ?? null,
          regionCode: dev.names.region(pin),
        }),
      clientId: watch.clientId,
      exchangeHint: exchangeHint(isMadeUp ? 'emulator' : 'live'),
      refusal: (method) => lockOf(dev, watch.target, { method, agent }),
      onToken: statuses.see,
      onExchange: async (answer, { codeDigest }) => {
        const tools = { ...watch, learnToken: outbound.learnToken, onRenewed: statuses.renew }
        const installed = await keepInstall(dev, tools, { answer, cameBy: watch.callbacks.find(codeDigest) })
        if (!installed) return
        const report = () => {
          dev.emit(installed.event)
          watch.onInstalled()
        }
        if (watch.onKept === undefined) report()
        else watch.onKept(installed, report)
      },
    }),
  )
  dev.atEnd(outbound.close)
  await learnKnownTokens(dev, { ...watch, outbound })
  return { ...outbound, telemetry: telemetry.environment(outbound.url) }
}

/** Evaluated for each call, because an allowance may start or expire. The app's own writes need no further consent: the developer started this session. */
function lockOf(
  { tools }: DevContext,
  target: Target,
  { method, agent }: { readonly method: string; readonly agent: string | null },
): string | null {
  const act = method === 'GET' || method === 'HEAD' ? 'read' : 'write'
  const verdict = liveVerdict(tools, target, { act, agent })
  return verdict instanceof AppError ? [verdict.message, ...adviceOn(target.name, verdict.advice)].join(' ') : null
}

/** Loads the scopes of earlier installs' tokens, so that a pin that the platform ignores is flagged from the first call. */
async function learnKnownTokens(
  { tools, options }: DevContext,
  { credentials, identity, outbound }: OutboundWatch & { readonly outbound: Outbound },
): Promise<void> {
  const app = { identity, appKey: options.project.config.key }
  for (const install of withInstalls(tools.paths, (installs) => installs.list(app))) {
    const { storeId, regionId } = install
    const token = await credentials.stored({ ...app, kind: 'token', storeId, regionId }).catch(() => null)
    if (token !== null) outbound.learnToken(token, textIds(install))
  }
}
