import { assumptions } from '../catalog/assumptions/assumptions.ts'
import { jsonSchemaOf, type JsonSchema } from '../catalog/field-schema.ts'
import { topicNames, topics, type Topic } from '../catalog/topics.ts'
import { assumedOfEvents, eventBodySchema, eventTypeName } from '../catalog/typed/event-bodies.ts'
import { webhookHeaderNames } from '../protocol/webhook-signature.ts'

type Part = Readonly<Record<string, unknown>>

export interface AsyncApi extends Part {
  readonly asyncapi: string
  readonly operations: Readonly<Record<string, Part>>
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> } & Part
}

/** Returns the platform's events as an AsyncAPI 3.0 document, from the app's side, derived from the catalog alone. */
export function asyncApi(): AsyncApi {
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Plugin platform events',
      version: 'v1',
      description: [
        'Events that an app receives at its `webhook_url`. Generated from the svcapp catalog. `x-assumptions` lists details that the documents leave open.',
        'Verify the signature over the raw bytes before you parse the body. Handle each `eventId` once, ignore unknown fields, and fetch further data by id.',
      ].join('\n\n'),
    },
    defaultContentType: 'application/json',
    channels: {
      webhooks: {
        address: null,
        title: 'App webhooks',
        description: 'The registered `webhook_url`, which receives every subscribed topic.',
        messages: each((topic) => ({ $ref: `#/components/messages/${eventTypeName(topic)}` })),
      },
    },
    operations: Object.fromEntries(
      topicNames.map((topic) => [`receive${eventTypeName(topic)}`, buildOperation(topic)]),
    ),
    components: { messages: each(buildMessage), schemas: { ...each(buildSchema), DeliveryHeaders: headersSchema } },
    'x-assumptions': assumed(),
  }
}

function each<T>(make: (topic: Topic) => T): Readonly<Record<string, T>> {
  return Object.fromEntries(topicNames.map((topic) => [eventTypeName(topic), make(topic)]))
}

function buildSchema(topic: Topic): JsonSchema {
  return jsonSchemaOf(eventBodySchema(topic))
}

function buildOperation(topic: Topic): Part {
  return {
    action: 'receive',
    channel: { $ref: '#/channels/webhooks' },
    title: topic,
    summary: topics[topic].meaning,
    messages: [{ $ref: `#/channels/webhooks/messages/${eventTypeName(topic)}` }],
    bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
    'x-scope': topics[topic].scope,
  }
}

function buildMessage(topic: Topic): Part {
  return {
    name: topic,
    title: topic,
    summary: topics[topic].meaning,
    contentType: 'application/json',
    headers: {
      allOf: [
        { $ref: '#/components/schemas/DeliveryHeaders' },
        { type: 'object', properties: { [webhookHeaderNames.topic]: { const: topic } } },
      ],
    },
    payload: { $ref: `#/components/schemas/${eventTypeName(topic)}` },
    'x-assumed': assumedOfEvents,
  }
}

/** The four headers of a delivery (HOOK-004 to HOOK-008). */
const headersSchema: JsonSchema = {
  type: 'object',
  properties: {
    [webhookHeaderNames.signature]: {
      type: 'string',
      description: 'HMAC-SHA256 over topic, store id, timestamp and the raw body, in lowercase hex.',
      pattern: '^[0-9a-f]{64}$',
    },
    [webhookHeaderNames.topic]: { type: 'string', description: 'Event topic.', enum: topicNames },
    [webhookHeaderNames.store]: { type: 'string', description: 'Store id.', pattern: '^[0-9]+$' },
    [webhookHeaderNames.timestamp]: { type: 'string', description: 'Unix seconds.', pattern: '^[0-9]+$' },
  },
  required: Object.values(webhookHeaderNames),
}

function assumed(): Part {
  const known = assumptions.filter(({ id }) => assumedOfEvents.some((used) => used === id))
  return Object.fromEntries(known.map(({ id, question, choice }) => [id, { open: question, choice }]))
}
