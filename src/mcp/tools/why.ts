import { topicNames } from '../../catalog/topics.ts'
import { oneOf, optional, region, text } from '../../control/fields.ts'
import { AppError } from '../../errors.ts'
import { whyTopics } from '../../tasks/webhook/why-topics.ts'
import type { WhyFacts } from '../../webhooks/why/facts.ts'
import { createVeil, type Veil } from '../answer/veil.ts'
import { tool } from '../tool.ts'

/** The first broken link on the way of an event. */
export const why = tool({
  name: 'why',
  about:
    'Why no webhook arrives: every link on the way of an event (emulator, secret, topic, status, install, scope, payment, region, subscription, address, tunnel, gateway, app, token, last delivery), the first broken one, and what to do. `{1}` and the like stand for what `foreign` lists.',
  input: {
    topic: optional(oneOf(topicNames, 'All topics of app.toml when left out.')),
    store: optional(text({ about: 'Code or id; the current store when left out.', max: 100 })),
    region: optional(region('Id, code, country or currency; any when left out.')),
  },
  effect: 'reads',
  run: async (call, input) => {
    const project = await call.project()
    const topics = input.topic === undefined ? project.config.webhooks.topics : [input.topic]
    if (topics.length === 0) {
      throw new AppError('usage.missing', 'app.toml lists no topic in webhooks.topics, so no event can come.')
    }
    const veil = createVeil()
    const answers = await whyTopics(call.context, {
      project,
      target: () => call.target(project),
      topics,
      store: input.store,
      region: input.region,
      see: (facts) => veiled(facts, veil),
    })
    const broken = answers.filter((one) => one.broken !== null).length
    return { said: { broken, topics: answers }, foreign: veil.hidden() }
  },
})

/** The facts with every foreign word that a link could repeat veiled. Comparisons still hold: the same text gets the same placeholder. */
function veiled(facts: WhyFacts, { hide }: Veil): WhyFacts {
  const { app, registration, rejection, store, regionCodes, lastDelivery, expectedUrl } = facts
  const hideAddress = (url: string | null) => (url === expectedUrl ? url : hide(url))
  const codes = Object.entries(regionCodes).map(([id, code]) => [id, hide(code)])
  return {
    ...facts,
    app: { ...app, otherProgram: hide(app.otherProgram) },
    store: store && { ...store, code: hide(store.code) },
    registration:
      registration === 'none'
        ? registration
        : registration && {
            ...registration,
            webhookUrl: hideAddress(registration.webhookUrl),
            testStoreCodes: registration.testStoreCodes.map((code) => hide(code)),
          },
    rejection: rejection && { ...rejection, found: hide(rejection.found) },
    regionCodes: Object.fromEntries(codes),
    faults: facts.faults.map((line) => hide(line)),
    lastDelivery: lastDelivery && { ...lastDelivery, lastError: hide(lastDelivery.lastError) },
  }
}
