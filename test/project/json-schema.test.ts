import { readFileSync } from 'node:fs'

import { describe, expect, it } from 'vitest'

import { topicNames } from '../../src/catalog/topics.ts'
import { appJsonSchema } from '../../src/project/json-schema.ts'

describe('the JSON Schema of app.toml', () => {
  it('matches the file in schema/', () => {
    const shipped = readFileSync(new URL('../../schema/app.schema.json', import.meta.url), 'utf8')

    expect(shipped).toBe(appJsonSchema())
  })

  it('contains topics, the required keys and no others', () => {
    const schema = JSON.parse(appJsonSchema())

    expect(schema).toMatchObject({ required: ['key', 'name'], additionalProperties: false })
    expect(schema.properties.webhooks.properties.topics.items.enum).toEqual(topicNames)
  })
})
