import type { Context } from '../../context.ts'
import type { Delivery } from '../../control/contract.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { fitsPattern } from '../../control/path-pattern.ts'
import { gatewayAddress } from '../../dev/installs/gateway-address.ts'
import { readTunnelNote, type TunnelNote } from '../../dev/notes/tunnel-note.ts'
import { otherProjectAt } from '../../dev/ports/holder.ts'
import { isListening } from '../../http/listening.ts'
import { standingRefusals } from '../../journal/refusals.ts'
import type { Project } from '../../project/app-toml.ts'
import { localAddress, registrationOf } from '../../project/registration.ts'
import { createProbe } from '../../tunnel/probe.ts'
import { faultLine } from '../../views/emulator/faults.ts'
import type { AppFacts, WhyFacts } from '../../webhooks/why/facts.ts'
import { secretKey } from '../register/app-secrets.ts'
import { readJournal } from './project-journal.ts'
import { isTakenBack, meantInstall, standingOf, type WhyPlace } from './why-install.ts'
import { receivedFacts, type JournalFacts } from './why-received.ts'

export interface WhyQuestion extends WhyPlace {
  readonly topic: string
}

/** Checks every link on the way of an event, as far as this machine can. Raises what asking the emulator raises. */
export async function whyFacts(context: Context, question: WhyQuestion): Promise<WhyFacts> {
  const { project, target, control, topic } = question
  const { config } = project
  const app = { identity: target.identity, appKey: config.key }
  const [wayIn, credentials, registration, place] = await Promise.all([
    findWayIn(context, question),
    context.credentials({ isEmulator: target.name === 'emulator' }),
    control === null ? null : registrationFacts(control, config.key),
    meantInstall(context, question),
  ])
  const last = { appKey: config.key, topic, storeId: place.store?.id }
  const delivery = control === null ? null : await lastDelivery(control, last)
  const secret = await credentials.get(secretKey(app, 'signing-secret')).catch(() => null)
  return {
    topic,
    target: target.name,
    wantedTopics: config.webhooks.topics,
    expectedUrl: wayIn.url,
    isSecretStored: secret !== null,
    registration,
    store: place.store,
    install: place.install,
    isTakenBack: await isTakenBack(context, config.key, place),
    standing: standingOf(context, { ...app, ...place }),
    regionId: place.regionId,
    regionCodes: place.regionCodes,
    lastDelivery: delivery,
    ...(await receivedOf(context, last, delivery?.eventId ?? null)),
    tunnel: await tunnelFacts(context, wayIn.tunnel),
    gateway: await gatewayFacts(wayIn.gateway ?? registration?.webhookUrl ?? wayIn.url),
    app: await appFacts(project),
    faults: control === null ? [] : await faultsNow(control, { appKey: config.key, topic }),
    refusals: await refusalsNow(context, last),
  }
}

interface WayIn {
  /** Where deliveries are to go. */
  readonly url: string
  readonly tunnel: TunnelNote | null
  /** On this machine; null where none is known to run. */
  readonly gateway: string | null
}

async function findWayIn(context: Context, { project, target }: WhyQuestion): Promise<WayIn> {
  const { config } = project
  const tunnel = readTunnelNote({ identity: target.identity, appKey: config.key, paths: context.paths })
  if (tunnel !== null) return { url: tunnel.url + config.webhooks.path, tunnel, gateway: tunnel.gateway }
  const running = await gatewayAddress(context, { project, target })
  const gateway = running?.url ?? null
  return { url: gateway ?? registrationOf(config).webhook_url, tunnel, gateway }
}

async function registrationFacts(control: ControlClient, appKey: string): Promise<WhyFacts['registration']> {
  const found = (await control.apps()).find(({ app_key: key }) => key === appKey)
  if (found === undefined) {
    return { hasSigningSecret: false, topics: [], webhookUrl: null, status: 'D', testStoreCodes: [] }
  }
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
}

async function receivedOf(
  context: Context,
  { appKey, topic, storeId }: DeliveryQuery,
  eventId: string | null,
): Promise<JournalFacts> {
  const store = storeId === undefined ? undefined : String(storeId)
  return readJournal(context, appKey, (journal) => receivedFacts(journal, { topic, storeId: store, eventId }))
}

async function lastDelivery(
  control: ControlClient,
  { appKey, topic, storeId }: DeliveryQuery,
): Promise<Delivery | null> {
  const rows = await control.deliveries({ app: appKey, limit: 200 })
  return rows.find((one) => one.topic === topic && (storeId === undefined || one.storeId === storeId)) ?? null
}

/** What listens where the app of the project should. */
export async function appFacts(project: Project): Promise<AppFacts> {
  const { port } = project.config.dev
  const url = localAddress(project.config)
  return { url, isListening: await isListening(port), otherProject: otherProjectAt(port, project) }
}

/** Asks from outside, as the platform would. */
async function tunnelFacts({ send, interrupted }: Context, note: TunnelNote | null): Promise<WhyFacts['tunnel']> {
  if (note === null) return null
  const { url, probe } = note
  return { url, isUp: await createProbe({ send, ...probe })(new URL(url), interrupted) }
}

/** Null for an address of another machine. */
async function gatewayFacts(address: string): Promise<WhyFacts['gateway']> {
  const url = URL.parse(address)
  if (url === null || !['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)) return null
  return { url: url.origin, isListening: await isListening(Number(url.port === '' ? 80 : url.port)) }
}

/** What a fault makes of a call or a delivery shows nothing of the fault. */
async function faultsNow(
  control: ControlClient,
  { appKey, topic }: Omit<DeliveryQuery, 'storeId'>,
): Promise<readonly string[]> {
  const { faults } = await control.status()
  const meant = faults.filter(
    (fault) => fault.state === 'now' && [null, appKey].includes(fault.appKey) && fitsPattern(topic, fault.topic ?? '*'),
  )
  return meant.map((fault) => faultLine(fault))
}

async function refusalsNow(context: Context, { appKey, storeId }: DeliveryQuery): Promise<WhyFacts['refusals']> {
  const store = storeId === undefined ? undefined : String(storeId)
  return readJournal(context, appKey, (journal) => {
    const { counts, since } = standingRefusals(journal, { now: context.now(), storeId: store })
    return counts.map(({ reason, count }) => ({ reason, count, since }))
  })
}
