import { topicNames } from '../../catalog/topics.ts'
import { oneOf, optional, region, text } from '../../control/fields.ts'
import { AppError } from '../../errors.ts'
import { whyTopics } from '../../tasks/webhook/why-topics.ts'
import type { WhyFacts } from '../../webhooks/why/facts.ts'
import { createPlaceholders, type Placeholders } from '../answer/placeholders.ts'
import { tool } from '../tool.ts'

/** Finds the first broken link between an event and the app. */
export const why = tool({
  name: 'why',
  about:
    'Explain why no webhook arrives. Checks every link to the app and shows the first broken one and its fix. The links are emulator, secret, topic, status, install, scope, payment, region, subscription, URL, tunnel, gateway, app, token and last delivery. `{1}` and so on refer to items in `untrusted`.',
  input: {
    topic: optional(oneOf(topicNames, 'Topic to check. Default: all topics in app.toml.')),
    store: optional(text({ about: 'Store code or id. Default: the current store.', max: 100 })),
    region: optional(region('Region by id, code, country or currency. Default: any.')),
  },
  effect: 'reads',
  run: async (call, input) => {
    const project = await call.project()
    const topics = input.topic === undefined ? project.config.webhooks.topics : [input.topic]
    if (topics.length === 0) {
      throw new AppError('usage.missing', 'app.toml has no topics in webhooks.topics, so no event can arrive.')
    }
    const placeholders = createPlaceholders()
    const answers = await whyTopics(call.context, {
      project,
      target: () => call.target(project),
      topics,
      store: input.store,
      region: input.region,
      see: (facts) => withPlaceholders(facts, placeholders),
    })
    const broken = answers.filter((one) => one.broken !== null).length
    return { said: { broken, topics: answers }, foreign: placeholders.hidden() }
  },
})

/** Replaces every untrusted word of the facts that a link could repeat. Comparisons still work, because the same text gets the same placeholder. */
function withPlaceholders(facts: WhyFacts, { hide }: Placeholders): WhyFacts {
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
