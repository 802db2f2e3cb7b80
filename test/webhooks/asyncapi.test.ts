import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'

import { topicNames, type Topic } from '../../src/catalog/topics.ts'
import { eventTypeName } from '../../src/catalog/typed/event-bodies.ts'
import { asyncApi } from '../../src/webhooks/asyncapi.ts'
import { eventBody, namesOrder } from '../../src/webhooks/event-body.ts'
import { deliverEveryTopic, topicOf } from '../support/emulator/every-topic.ts'
import { writtenModule } from '../support/written-module.ts'

// Plain data, as a reader of the file sees it.
const document = JSON.parse(JSON.stringify(asyncApi()))

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, allErrors: true, formats: { int64: true } })

function problems(schema: string, value: unknown): string[] {
  const validate = ajv.compile(document.components.schemas[schema])
  void validate(value)
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ''}`)
}

const bodyProblems = (topic: Topic, body: unknown) => problems(eventTypeName(topic), body)

describe('asyncapi.json', () => {
  it('is valid according to the schema that AsyncAPI publishes for 3.0.0', () => {
    // From @asyncapi/specs 6.11.1, Apache-2.0.
    const file = join(import.meta.dirname, 'asyncapi-3.0.0.schema.json.gz')
    const validate = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(
      JSON.parse(gunzipSync(readFileSync(file)).toString('utf8')),
    )

    expect([validate(document), validate.errors]).toEqual([true, null])
    // It looks: a document that lacks what it must have is none.
    expect(validate({ ...document, operations: { receive: { action: 'receive' } } })).toBe(false)
  })

  it('has one message and one operation for each topic and no others (EVT-014)', () => {
    const { components, channels, operations } = document

    expect(Object.values<{ name: string }>(components.messages).map(({ name }) => name)).toEqual(topicNames)
    expect(Object.keys(channels.webhooks.messages)).toEqual(Object.keys(components.messages))
    expect(Object.keys(operations)).toHaveLength(topicNames.length)
  })
})

it('deliveries of the emulator match asyncapi.json, topic by topic and field by field (EVT-008 EVT-009 EVT-010 EVT-025 N3)', async () => {
  const { eventBodies, platformEvent } = await writtenModule()
  const received = await deliverEveryTopic()

  expect(new Set(received.map(topicOf))).toEqual(new Set(topicNames))
  for (const { event, headers } of received) {
    const topic = topicNames.find((name) => name === headers['x-service-topic']) ?? 'order.paid'
    expect(bodyProblems(topic, event), topic).toEqual([])
    expect(eventBodies[topic]?.['~standard'].validate(event)).toEqual({ value: event })
    expect(platformEvent['~standard'].validate({ topic, ...event }).issues).toBeUndefined()
    const named = Object.entries(headers).map(([name, value]) => [canonical(name), value])
    expect(problems('DeliveryHeaders', Object.fromEntries(named))).toEqual([])
    // A field that is promised and never comes is as wrong as one of another type.
    const { data } = document.components.schemas[eventTypeName(topic)].properties
    expect(Object.keys(event.data), topic).toEqual(Object.keys(data.properties ?? {}))
    expect(namesOrder(topic)).toBe(data.properties !== undefined)
  }
})

it.each([
  ['a store id as text', { storeId: '1' }],
  ['an order id as text', { data: { orderId: '1', orderNumber: '1', status: 'paid', currency: 'TRY' } }],
  ['no event id', { eventId: undefined }],
  ['a region of 0', { regionId: 0 }],
])('a delivery with %s violates it and the written types', async (_, wrong) => {
  const body = {
    eventId: 'e',
    storeId: 1,
    regionId: 1,
    data: { orderId: 1, orderNumber: '1', status: 'paid', currency: 'TRY' },
    ...wrong,
  }

  const { eventBodies } = await writtenModule()
  const received = JSON.parse(JSON.stringify(body))
  expect(bodyProblems('order.paid', received)).not.toEqual([])
  expect(eventBodies['order.paid']?.['~standard'].validate(received).issues).toHaveLength(1)
})

it.each(topicNames)('a manual test event of %s matches asyncapi.json (EVT-004)', (topic) => {
  const body = eventBody({ topic, eventId: 'test:1', storeId: '7', regionId: null })

  expect(bodyProblems(topic, JSON.parse(JSON.stringify(body)))).toEqual([])
})

/** Node writes the names of headers small. */
function canonical(name: string): string {
  return name.replace(/(?:^|-)\w/g, (start) => start.toUpperCase())
}
