import { Buffer } from 'node:buffer'

import { topicNames } from '../../catalog/topics.ts'
import { bool, mapOf, oneOf, optional, orElse, region, text } from '../../control/fields.ts'
import { parseAge } from '../../tasks/duration.ts'
import { planTrigger } from '../../tasks/webhook/plan-trigger.ts'
import { triggerRoute } from '../../tasks/webhook/trigger-route.ts'
import { triggerKey } from '../../webhooks/trigger-input.ts'
import { triggerEvent } from '../../webhooks/trigger.ts'
import { tool } from '../tool.ts'

/** Triggers one event. */
export const trigger = tool({
  name: 'trigger',
  about:
    "Send one test event to the app, with real envelope, headers and signature. It contains the store's newest order. To test the whole path, place an order with `emulator` instead.",
  input: {
    topic: oneOf(topicNames, ''),
    store: optional(text({ about: 'Store code or id.', max: 100 })),
    region: optional(region('Region by id, code, country or currency.')),
    set: optional(mapOf(text({ about: '' }), { about: 'Body fields by path: {"data.status": "paid"}.' })),
    body: optional(text({ about: 'Use these bytes as the body.' })),
    eventId: optional(text({ about: 'Event id. Default: generated.', max: 200 })),
    age: optional(text({ about: 'Sign as if sent this long ago, such as 6m.', max: 20 })),
    badSignature: orElse(bool('Use a wrong signature, which the app must reject.'), false),
    duplicate: orElse(bool('Send the event twice. The app must process it once.'), false),
    direct: orElse(bool('Bypass the gateway and the journal.'), false),
  },
  effect: 'changes',
  run: async (call, { badSignature, duplicate, direct, ...given }) => {
    const { context } = call
    const project = await call.project()
    const key = await triggerKey({ ...context, project, target: () => call.target(project) })
    const signed = { age: given.age, 'bad-signature': badSignature, duplicate }
    const route = await triggerRoute(context, project, {
      ...signed,
      direct,
      'print-curl': false,
      target: call.targetName,
    })
    const { input, notes } = await planTrigger(
      context,
      { paths: context.paths, project, identity: key.identity, target: () => call.target(project) },
      {
        ...signed,
        topic: given.topic,
        to: route.to,
        isGateway: route.via === 'gateway',
        store: given.store,
        region: given.region,
        body: given.body === undefined ? undefined : Buffer.from(given.body),
        set: Object.entries(given.set ?? {}).map(([path, value]) => `${path}=${value}`),
        'event-id': given.eventId,
        ageMs: given.age === undefined ? 0 : parseAge(given.age),
      },
    )
    const answer = await triggerEvent({ ...context, key: key.key, appPid: route.appPid }, input)
    return { said: { via: route.via, why: route.why, notes }, foreign: { ...answer } }
  },
})
