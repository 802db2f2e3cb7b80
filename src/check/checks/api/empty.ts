import { isObject, parseObject, type JsonObject } from '../../../text/json.ts'
import { callEvidence } from '../../api-calls/call-evidence.ts'
import { apiFixture, isWorkOf, sendEvent, whileFaulty, type WatchedInstall } from '../../api-calls/fixture.ts'
import { topicCalls } from '../../api-calls/topic-calls.ts'
import { isWrite } from '../../api-calls/write-key.ts'
import { CannotJudge } from '../../cannot-judge.ts'
import type { Check, Evidence } from '../../check.ts'
import { lastAnswer } from '../../deliver.ts'
import { findings } from '../../finding.ts'
import type { ApiCall } from '../../harness/calls.ts'
import { pageEvidence } from '../../harness/evidence.ts'
import type { Harness } from '../../harness/harness.ts'
import { callsWith, isWith } from '../../harness/tokens.ts'
import { isAbout, untilDone } from '../../harness/work.ts'
import { genuineToken } from '../../panel/embed-token.ts'
import { panelFacts } from '../../panel/panel.ts'
import { askProbe } from '../../panel/probe.ts'
import { visitPanel } from '../../panel/visit.ts'

/** Responses of other stores that a check's own store does not give. */
export const emptyChecks: readonly Check[] = [
  {
    id: 'api.empty-store',
    title: 'The panel opens in a store without orders and products',
    rules: [],
    needs: ['embed.opens'],
    run: async (harness) => {
      const { install } = await apiFixture(harness)
      return findings(await panelFailure(harness, await install(), withoutItems), {
        severity: 'warning',
        title: 'The panel fails in a store without orders and products',
        why: 'Every new store is empty, so its owner sees an error right after the install. (Advice from svcapp.)',
        remedy: 'Check that a list is not empty before you read its first item.',
      })
    },
  },
  {
    id: 'api.no-person',
    title: 'Orders without personal data are handled',
    rules: ['GEN-025'],
    needs: ['embed.opens', 'answer.order'],
    run: async (harness) => {
      const { install } = await apiFixture(harness)
      const own = await install()
      const failed = [...(await panelFailure(harness, own, withoutPerson)), ...(await workFailure(harness, own))]
      return findings(failed, {
        severity: harness.config.scopes.required.includes('customers.read') ? 'warning' : 'error',
        title: 'The app fails on an order without personal data',
        why: "Without the scope customers.read, the customer's name, email and addresses are null or empty. Even with the scope, some customers have no name.",
        remedy: 'Handle null in customer.name, customer.email, billingAddress and shippingAddress.',
      })
    },
  },
]

type Change = (answer: JsonObject) => JsonObject

/** Changes the responses that the app reads for an install while `work` runs. */
async function whileReading<T>(
  harness: Harness,
  own: WatchedInstall,
  { change, isMeant }: { readonly change: Change; readonly isMeant: (call: ApiCall) => boolean },
  work: () => Promise<T>,
): Promise<T> {
  const { app } = await apiFixture(harness)
  const changed = (body: string) => {
    const answer = parseObject(body)
    return answer === null ? body : JSON.stringify(change(answer))
  }
  const meets = (call: ApiCall) => call.method === 'GET' && isMeant(call)
  return whileFaulty(app, own, { act: { kind: 'change', change: changed }, meets }, work)
}

/** Returns the panel's evidence; empty if the panel shows a page. Throws `CannotJudge` if the panel reads nothing. */
async function panelFailure(harness: Harness, own: WatchedInstall, change: Change): Promise<readonly Evidence[]> {
  const [{ app }, { probe }] = await Promise.all([apiFixture(harness), panelFacts(harness)])
  return whileReading(harness, own, { change, isMeant: () => true }, async () => {
    const token = () => genuineToken(harness, own.place)
    const { page } = await visitPanel(harness, { app, token: token() })
    const data = probe === null ? null : await askProbe(app, { path: probe, token: token() })
    if (!callsWith(app, own.token).some(({ faulty }) => faulty))
      throw new CannotJudge('the panel reads no platform data')
    const isBroken = [page.answer, data].some((answer) => answer?.answered === true && answer.status === 500)
    return isBroken ? [pageEvidence(page)] : []
  })
}

/** Returns the calls for an event whose work fails although the work of a later event is done; empty if that is not certain. */
async function workFailure(harness: Harness, own: WatchedInstall): Promise<readonly Evidence[]> {
  const [{ app }, topics] = await Promise.all([apiFixture(harness), topicCalls(harness)])
  const topic = topics.find(({ calls }) => calls.some((call) => isDone(call)))?.topic
  if (topic === undefined) return []
  const order = await harness.placeOrder(own.place)
  const isWork = (call: ApiCall) => isWith(own.token)(call) && isAbout(order)(call)
  return whileReading(harness, own, { change: withoutPerson, isMeant: isAbout(order) }, async () => {
    const { delivery } = await harness.event({ place: own.place, topic, order })
    await lastAnswer(harness, app, delivery)
    const isWritten = async () => (await untilDone(harness, app, (call) => isWork(call) && isDone(call))) !== null
    if (await isWritten()) return []
    // An app that works in order may only have been late, and then the next event is late too.
    const later = await sendEvent(harness, app, own.place, topic)
    const isLater = await isWorkOf(harness, own, later)
    const next = await untilDone(harness, app, (call) => isLater(call) && isDone(call))
    const reads = app.calls.list().filter((call) => isWork(call) && call.faulty)
    const [read] = reads
    // A response that came too late for the app shows nothing about the app.
    if (next === null || read === undefined || reads.some(({ abandoned }) => abandoned)) return []
    return (await isWritten()) ? [] : callEvidence(reads)
  })
}

function isDone(call: ApiCall): boolean {
  return isWrite(call) && call.status !== null && call.status < 300
}

function withoutItems(answer: JsonObject): JsonObject {
  return Array.isArray(answer['items']) ? { ...answer, items: [], totalCount: 0 } : answer
}

function withoutPerson(answer: JsonObject): JsonObject {
  const { items } = answer
  const empty = Object.fromEntries(
    ['billingAddress', 'shippingAddress'].flatMap((name) => (name in answer ? [[name, null]] : [])),
  )
  const customer = 'customer' in answer ? { customer: { name: null, email: null } } : {}
  const rows = Array.isArray(items)
    ? { items: items.map((item: unknown) => (isObject(item) ? withoutPerson(item) : item)) }
    : {}
  return { ...answer, ...empty, ...customer, ...rows }
}
