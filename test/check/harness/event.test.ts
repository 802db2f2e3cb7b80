import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'

import { topicNames } from '../../../src/catalog/topics.ts'
import { eventTypeName } from '../../../src/catalog/typed/event-bodies.ts'
import { makeEvent } from '../../../src/check/harness/event.ts'
import type { InstallPlace } from '../../../src/check/harness/install-place.ts'
import { asyncApi } from '../../../src/webhooks/asyncapi.ts'

const { components } = JSON.parse(JSON.stringify(asyncApi()))
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true, formats: { int64: true } })

const place = { store: { id: 1001 }, region: { id: 1 } } as InstallPlace
const order = { id: 42, orderNumber: 'SHOP-1042', currency: 'TRY' }

it.each(topicNames)('a check sends %s as described in asyncapi.json (N3)', (topic) => {
  const usual = { topic, eventId: 'evt_1', path: '/webhooks', secret: 'secret', now: new Date() }

  const { envelope, delivery } = makeEvent(usual, { place, order })

  const validate = ajv.compile(components.schemas[eventTypeName(topic)])
  validate(envelope)
  expect(validate.errors ?? []).toEqual([])
  expect(JSON.parse(String(delivery.body))).toEqual(envelope)
})
