import { jsonSchemaOf, type JsonSchema } from '../../catalog/field-schema.ts'
import { topicNames, topics, type Topic } from '../../catalog/topics.ts'
import { eventBodySchema, eventTypeName } from '../../catalog/typed/event-bodies.ts'
import { typeText } from '../../catalog/typed/type-text.ts'
import { bare } from './bare-schema.ts'

/** Returns the events as a union over the topics, with a validator for each body and for all of them. */
export function eventsText(): string {
  const types = topicNames.map(
    (topic) =>
      `/** ${topics[topic].meaning} \`data\` is not documented. This is the emulator's form. */\nexport interface ${eventTypeName(topic)}Body ${typeText(schemaOf(topic), 'received')}`,
  )
  const bodies = topicNames.map((topic) => `  readonly '${topic}': ${eventTypeName(topic)}Body`)
  const validators = topicNames.map((topic) => `  '${topic}': validator(${JSON.stringify(bare(schemaOf(topic)))}),`)
  return [
    ...types,
    `export interface EventBodies {\n${bodies.join('\n')}\n}`,
    'export type Topic = keyof EventBodies',
    '/** An event with its topic from the header X-Service-Topic. `switch (event.topic)` narrows the body. */\nexport type PlatformEvent = { [T in Topic]: { readonly topic: T } & EventBodies[T] }[Topic]',
    `/** A validator for the body of each topic. Verify the signature over the raw bytes before you parse them. */\nexport const eventBodies: { readonly [T in Topic]: Validator<EventBodies[T]> } = {\n${validators.join('\n')}\n}`,
    platformEventText,
  ].join('\n\n')
}

function schemaOf(topic: Topic): JsonSchema {
  return jsonSchemaOf(eventBodySchema(topic))
}

const platformEventText = `export function isTopic(name: unknown): name is Topic {
  return typeof name === 'string' && Object.hasOwn(eventBodies, name)
}

/** A validator for \`{ topic, ...body }\`. An unknown topic is an issue. Respond with 2xx and ignore the event. */
export const platformEvent: Validator<PlatformEvent> = {
  '~standard': {
    version: 1,
    vendor: 'svcapp',
    validate: (value) => {
      const topic = typeof value === 'object' && value !== null && 'topic' in value ? value.topic : undefined
      if (!isTopic(topic)) return { issues: [{ message: 'is not a topic of the platform', path: ['topic'] }] }
      const { issues } = eventBodies[topic]['~standard'].validate(value)
      return issues === undefined ? { value: value as PlatformEvent } : { issues }
    },
  },
}`
