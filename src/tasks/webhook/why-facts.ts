import type { Context } from '../../context.ts'
import type { Delivery, EmulatorStatus, Registration } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { fitsPattern } from '../../control/path-pattern.ts'
import type { CredentialKey, Credentials } from '../../credentials/credentials.ts'
import { environmentValue } from '../../credentials/env.ts'
import { gatewayAddress } from '../../dev/installs/gateway-address.ts'
import { consoleOrigin, readConfirmed, type ConfirmedConsole } from '../../dev/live/console.ts'
import { runningSession } from '../../dev/lock.ts'
import { readTunnelNote, type TunnelNote } from '../../dev/notes/tunnel-note.ts'
import { otherProjectAt } from '../../dev/ports/holder.ts'
import { otherHolder } from '../../dev/ports/look-at-port.ts'
import { isListening } from '../../http/listening.ts'
import { currentRejections, type RejectionQuery } from '../../journal/rejections.ts'
import type { Project } from '../../project/app-toml.ts'
import { localAddress, registrationOf } from '../../project/registration.ts'
import { createProbe } from '../../tunnel/probe.ts'
import { faultLine } from '../../views/emulator/faults.ts'
import type { AppFacts, WhyFacts } from '../../webhooks/why/facts.ts'
import { readJournal } from '../journal/project-journal.ts'
import { liveConsole } from '../live/live-console.ts'
import { secretKey } from '../secret/app-secrets.ts'
import { isInstallUndone, meantInstall, tokenStatus, type WhyQuery } from './why-install.ts'
import { arrivedFacts, receivedFacts, type ArrivedSince, type JournalFacts } from './why-received.ts'

/** Facts that are the same for every topic. */
type SharedFacts = Omit<WhyFacts, 'topic' | 'lastDelivery' | 'faults' | 'arrived' | keyof JournalFacts>

/**
 * Checks every link of each topic's event path, as far as this machine can. Reads shared facts
 * once. Raises the emulator's errors.
 */
export async function whyFacts(
  context: Context,
  { topics, ...place }: WhyQuery & { readonly topics: readonly string[] },
): Promise<readonly WhyFacts[]> {
  const { control, project } = place
  const appKey = project.config.key
  const { since, ...shared } = await sharedFacts(context, place)
  const { target } = place
  const faults = control === null ? [] : (await control.status()).faults
  const factsOf = async (topic: string): Promise<WhyFacts> => {
    const last = { appKey, topic, storeId: shared.store?.id, regionId: shared.regionId ?? undefined }
    const delivery = control === null ? null : await lastDelivery(control, last)
    const eventId = delivery?.eventId ?? null
    const known = await readJournal(context, appKey, (journal) => {
      const which = { topic, storeId: digits(last.storeId), regionId: digits(last.regionId) }
      const arrived = arrivedFacts(journal, which, since)
      return { arrived, ...receivedFacts(journal, { ...which, target: target.name, eventId }) }
    })
    return { ...shared, topic, lastDelivery: delivery, ...known, faults: faultsNow(faults, { appKey, topic }) }
  }
  return Promise.all(topics.map(factsOf))
}

async function sharedFacts(
  context: Context,
  question: WhyQuery,
): Promise<SharedFacts & { readonly since: ArrivedSince }> {
  const { project, target, control } = question
  const { config } = project
  const app = { identity: target.identity, appKey: config.key }
  const apps = (await control?.apps()) ?? []
  const registration = control === null ? null : registrationFacts(apps, config.key)
  const registeredUrl = registration === 'none' ? null : registration?.webhookUrl
  const [wayIn, credentials, place] = await Promise.all([
    findInboundRoute(context, question),
    context.credentials({ isEmulator: target.name === 'emulator' }),
    meantInstall(context, question, apps),
  ])
  const { secretAt, ...secret } = await secretFacts(context, credentials, secretKey(app, 'signing-secret'))
  // If nothing was confirmed, another machine may receive the events.
  const isElsewhere = target.name === 'live' && wayIn.gateway === null && wayIn.confirmedUrl === null
  return {
    target: target.name,
    since: { installedAt: place.installedAt, confirmedAt: wayIn.confirmedAt },
    wantedTopics: config.webhooks.topics,
    expectedUrl: wayIn.url,
    confirmedUrl: wayIn.confirmedUrl,
    isConsoleConfirmed: wayIn.isConsoleConfirmed,
    ...secret,
    registration,
    store: place.store,
    install: place.install,
    rejection: place.rejection,
    isInstallChecked: place.isInstallChecked,
    givenToken: place.givenToken,
    isInstallUndone: await isInstallUndone(context, config.key, place),
    tokenStatus: tokenStatus(context, { ...app, ...place }),
    regionId: place.regionId,
    regionCodes: place.regionCodes,
    otherRegions: place.otherRegions,
    tunnel: await tunnelFacts(context, wayIn.tunnel),
    dev: devState(context, question),
    devOrigin: wayIn.devOrigin,
    isTunnelSet: hasTunnel(project),
    gateway: isElsewhere ? null : await gatewayFacts(wayIn.gateway ?? registeredUrl ?? wayIn.url),
    app: await appFacts(context, project),
    ...(await rejectionsNow(context, { ...app, storeId: place.store?.id, target: target.name, secretAt })),
  }
}

async function secretFacts({ env }: Context, credentials: Credentials, key: CredentialKey) {
  const secret = await credentials.get(key).catch(() => null)
  const isSecretVariable = environmentValue(env, key) !== null
  return { isSecretStored: secret !== null, isSecretVariable, secretAt: credentials.source(key)?.savedAt }
}

function devState({ paths }: Context, { project: { dir }, target }: WhyQuery): WhyFacts['dev'] {
  const session = runningSession({ paths, dir })
  if (session === null) return 'none'
  if (session.target === null) return 'starting'
  return session.target === target.name ? 'running' : 'none'
}

function hasTunnel({ config: { live } }: Project): boolean {
  return live?.tunnel != null || live?.tunnelUrl != null
}

interface InboundRoute {
  /** Expected delivery URL. */
  readonly url: string
  /** URL of the live platform's console as last confirmed, or null. */
  readonly confirmedUrl: string | null
  readonly isConsoleConfirmed: boolean
  /** Time of that confirmation, or null. */
  readonly confirmedAt: string | null
  readonly devOrigin: string | null
  readonly tunnel: TunnelNote | null
  /** Gateway URL on this machine, or null if none is known to run. */
  readonly gateway: string | null
}

async function findInboundRoute(context: Context, { project, target }: WhyQuery): Promise<InboundRoute> {
  const { config } = project
  const place = { identity: target.identity, appKey: config.key, paths: context.paths }
  const tunnel = readTunnelNote(place)
  const gateway = tunnel?.gateway ?? (await gatewayAddress(context, { project, target }))?.url ?? null
  if (target.name === 'emulator') {
    const url = tunnel === null ? (gateway ?? registrationOf(config).webhook_url) : tunnel.url + config.webhooks.path
    return { url, ...confirmedInbound(null), tunnel, gateway }
  }
  const { registration } = liveConsole(context, project, { origin: tunnel?.url ?? consoleOrigin(place, config) })
  return { url: registration.webhook_url, ...confirmedInbound(readConfirmed(place)), tunnel, gateway }
}

function confirmedInbound(
  confirmed: ConfirmedConsole | null,
): Pick<InboundRoute, 'confirmedUrl' | 'isConsoleConfirmed' | 'confirmedAt' | 'devOrigin'> {
  const { fields, origin, at } = confirmed ?? { fields: {}, origin: null, at: null }
  const isConsoleConfirmed = confirmed !== null
  const url = fields.webhook_url
  if (typeof url !== 'string') return { confirmedUrl: null, isConsoleConfirmed, confirmedAt: null, devOrigin: null }
  const devOrigin = url.startsWith(`${origin}/`) ? origin : null
  return { confirmedUrl: url, isConsoleConfirmed, confirmedAt: at, devOrigin }
}

function registrationFacts(apps: readonly Registration[], appKey: string): WhyFacts['registration'] {
  const found = apps.find(({ app_key: key }) => key === appKey)
  if (found === undefined) return 'none'
  return {
    hasSigningSecret: found.has_signing_secret,
    topics: found.webhook_topics,
    webhookUrl: found.webhook_url,
    status: found.status,
    testStoreCodes: found.test_store_codes,
  }
}

interface DeliveryQuery {
  readonly appKey: string
  readonly topic: string
  readonly storeId: number | undefined
  readonly regionId: number | undefined
}

/** Returns an id in the journal's format. */
function digits(id: number | undefined): string | undefined {
  return id === undefined ? undefined : String(id)
}

async function lastDelivery(
  control: ControlClient,
  { appKey, topic, storeId, regionId }: DeliveryQuery,
): Promise<Delivery | null> {
  const [newest] = await control.deliveries({ app: appKey, topic, store: storeId, region: regionId, limit: 1 })
  return newest ?? null
}

/** Returns which process listens at the URL of the project's app. */
export async function appFacts({ paths }: Pick<Context, 'paths'>, project: Project): Promise<AppFacts> {
  const { port } = project.config.dev
  const url = localAddress(project.config)
  const session = runningSession({ paths, dir: project.dir })
  const other =
    session === null ? otherProjectAt(port, { paths, dir: project.dir }) : await otherHolder(port, session.appPid)
  return { url, isListening: await isListening(port), otherProgram: other }
}

/** Sends a request from outside, as the platform would. */
async function tunnelFacts({ send, interrupted }: Context, note: TunnelNote | null): Promise<WhyFacts['tunnel']> {
  if (note === null) return null
  const { url, probe } = note
  return { url, ...(await createProbe({ send, ...probe })(new URL(url), interrupted)) }
}

/** Returns null for a URL of another machine. */
async function gatewayFacts(address: string): Promise<WhyFacts['gateway']> {
  const url = URL.parse(address)
  if (url === null || !['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)) return null
  return { url: url.origin, isListening: await isListening(Number(url.port === '' ? 80 : url.port)) }
}

/** Returns the active faults that match. An affected call or delivery does not show its fault. */
function faultsNow(
  faults: EmulatorStatus['faults'],
  { appKey, topic }: Pick<DeliveryQuery, 'appKey' | 'topic'>,
): readonly string[] {
  const meant = faults.filter(
    (fault) =>
      fault.state === 'active' && [null, appKey].includes(fault.appKey) && fitsPattern(topic, fault.topic ?? '*'),
  )
  return meant.map((fault) => faultLine(fault))
}

async function rejectionsNow(
  context: Context,
  {
    appKey,
    storeId,
    ...query
  }: Pick<DeliveryQuery, 'appKey' | 'storeId'> & Pick<RejectionQuery, 'target' | 'secretAt'>,
): Promise<Pick<WhyFacts, 'refusals' | 'pastMismatches'>> {
  return readJournal(context, appKey, (journal) => {
    const asked = { ...query, now: context.now(), storeId: digits(storeId) }
    const { counts, since, pastMismatches: count } = currentRejections(journal, asked)
    const storedAt = query.secretAt ?? null
    return {
      refusals: counts.map((one) => ({ reason: one.reason, count: one.count, since })),
      pastMismatches: count === 0 || storedAt === null ? null : { count, since, storedAt },
    }
  })
}
