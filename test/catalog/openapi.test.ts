import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'

import { endpoints } from '../../src/catalog/catalog.ts'
import { jsonSchemaOf } from '../../src/catalog/field-schema.ts'
import {
  anyObject,
  bool,
  countryCode,
  dateTime,
  decimal,
  int,
  long,
  looseRow,
  mapOf,
  text,
} from '../../src/catalog/fields.ts'
import { tokenExchange } from '../../src/catalog/oauth.ts'
import { openApi } from '../../src/catalog/openapi.ts'

// A test knows what it looks for.
type Loose = any // oxlint-disable-line typescript/no-explicit-any

const document: Loose = openApi()
const operations: { path: string; method: string; operation: Loose }[] = Object.entries<Loose>(document.paths).flatMap(
  ([path, methods]) =>
    Object.entries<Loose>(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
)
const operationOf = (id: string): Loose => operations.find(({ operation }) => operation.operationId === id)?.operation

/** As the platform reads it: the checks of JSON Schema itself are on. */
const ajv = new Ajv2020({
  strict: true,
  allowUnionTypes: true,
  formats: { decimal: true, int64: true, 'date-time': true },
})

describe('the document', () => {
  it('is valid OpenAPI 3.1 for a third-party validator', async () => {
    const validator = new Validator()

    const { valid, errors } = await validator.validate(structuredClone(document))

    expect(errors ?? null).toBeNull()
    expect([valid, validator.version]).toEqual([true, '3.1'])
  })

  it('contains only schemas that a JSON Schema compiler accepts without a warning', () => {
    for (const [name, schema] of Object.entries<Loose>(document.components.schemas))
      expect(() => ajv.compile(schema), name).not.toThrow()
  })

  it('has one operation for each endpoint, and the token exchange in addition', () => {
    const wanted = endpoints.map(({ id, method, path }) => `${id} ${method} /api/apps/v1${path}`)

    const found = operations.map(({ path, method, operation }) => `${operation.operationId} ${method} ${path}`)

    expect(found.toSorted()).toEqual([...wanted, 'oauth.token POST /api/apps/oauth/token'].toSorted())
  })

  it('has no dangling references', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/(\w+)\/(\w+)"/g)]

    expect(references.length).toBeGreaterThan(50)
    for (const [, kind = '', name = ''] of references) expect(document.components[kind], name).toHaveProperty(name)
  })
})

describe('an operation', () => {
  it('declares scope, pin, idempotency and assumptions', () => {
    for (const { id, scope, pin, idempotency, assumed } of endpoints) {
      expect(operationOf(id)).toMatchObject({
        'x-scope': scope,
        'x-pin': pin,
        'x-idempotency': idempotency,
        'x-assumed': assumed,
      })
    }
  })

  it('shows both ways to specify a region only if the response depends on it (PIN-001)', () => {
    const pins = ['#/components/parameters/RegionHeader', '#/components/parameters/RegionQuery']

    for (const { id, pin } of endpoints) {
      const shown = (operationOf(id).parameters ?? []).flatMap(({ $ref }: Loose) => $ref ?? [])
      expect(shown, id).toEqual(pin === 'required' || pin === 'optional' ? pins : [])
    }
    expect(document.components.parameters.RegionHeader).toMatchObject({ name: 'X-Region-Id', in: 'header' })
    expect(document.components.parameters.RegionQuery).toMatchObject({ name: 'regionId', in: 'query' })
  })

  it('lists the common, inherited and own errors of every endpoint', () => {
    const statuses = (id: string) => Object.keys(operationOf(id).responses)

    expect(statuses('context.get')).toEqual(['200', '400', '401', '402', '429'])
    expect(statuses('orders.list')).toEqual(['200', '400', '401', '402', '403', '429'])
    expect(statuses('orders.get')).toEqual(['200', '400', '401', '402', '403', '404', '429'])
    expect(statuses('oauth.token')).toEqual(['200', '400', '401', '429'])
    expect(operationOf('order-costs.put').responses['404'].description).toBe(
      "- The order is unknown in the token's store or region. `Order not found.`",
    )
    expect(operationOf('orders.list').responses['400'].description).toContain('- A query value is out of range')
    expect(operationOf('context.get').responses['400'].description).not.toContain('A query value')
    expect(operationOf('orders.list').responses['400'].description).toContain('A region must be specified…')
    expect(operationOf('order-costs.list').responses['400'].description).not.toContain('A region must be specified…')
  })

  it('the exchange needs no token', () => {
    expect(operationOf('oauth.token').security).toEqual([])
    expect(document.security).toEqual([{ token: [] }])
  })

  it('MEDIA-003 MEDIA-004 an upload is a form with one file', () => {
    const { content } = operationOf('media.upload').requestBody

    expect(content).toEqual({
      'multipart/form-data': {
        schema: {
          type: 'object',
          required: ['file'],
          properties: {
            file: {
              type: 'string',
              contentMediaType: 'application/octet-stream',
              description: expect.any(String) as string,
            },
          },
        },
        encoding: { file: { contentType: expect.stringContaining('image/png') as string } },
      },
    })
  })

  it('describes each assumed id in text', () => {
    const ids = new Set([...endpoints, tokenExchange].flatMap(({ assumed }): readonly string[] => assumed))

    for (const id of ids) expect(document['x-assumptions'], id).toHaveProperty(id)
    expect(Object.keys(document['x-assumptions']).toSorted()).toEqual([...ids].toSorted())
  })

  it('a query value declares its bounds and its default', () => {
    const pageSize = operationOf('orders.list').parameters.find(({ name }: Loose) => name === 'pageSize')

    expect(pageSize).toEqual({
      name: 'pageSize',
      in: 'query',
      required: false,
      description: 'Rows per page.',
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
    })
  })
})

describe('a field', () => {
  it.each([
    [
      'text',
      text({ about: 'x.', min: 1, max: 9, example: 'ab' }),
      { type: 'string', minLength: 1, maxLength: 9, examples: ['ab'] },
    ],
    ['int', int({ about: 'x.', min: 1 }), { type: 'integer', minimum: 1 }],
    ['long', long({ about: 'x.', min: 1 }), { type: 'integer', format: 'int64', minimum: 1 }],
    ['bool', bool({ about: 'x.' }), { type: 'boolean' }],
    ['dateTime', dateTime({ about: 'x.' }), { type: 'string', format: 'date-time' }],
    ['anyObject', anyObject({ about: 'x.' }), { type: 'object', additionalProperties: true }],
  ])('%s produces its declared JSON Schema', (_name, schema, expected) => {
    expect(jsonSchemaOf(schema)).toEqual({ ...expected, description: 'x.' })
  })

  it('a decimal is a number without rounding', () => {
    expect(jsonSchemaOf(decimal({ about: 'Price.', min: 0 }))).toEqual({
      type: 'number',
      format: 'decimal',
      minimum: 0,
      description: 'Price. Exact decimal, never rounded.',
    })
  })

  it('keeps the constraints of a text and of the values of an object', () => {
    const schema = z.object({
      country: countryCode({ about: 'C.' }),
      labels: mapOf(z.string(), { about: 'L.' }),
    })

    expect(jsonSchemaOf(schema)).toMatchObject({
      properties: {
        country: { type: 'string', pattern: '^[A-Z]{2}$', description: 'C.' },
        labels: { type: 'object', additionalProperties: { type: 'string' }, description: 'L.' },
      },
    })
  })

  it('a bulk row keeps its row schema, although any value passes until its own check', () => {
    const row = looseRow(z.object({ ref: text({ about: 'R.' }) }))

    expect(row.safeParse(17).success).toBe(true)
    expect(jsonSchemaOf(z.array(row))).toEqual({
      type: 'array',
      items: { type: 'object', properties: { ref: { type: 'string', description: 'R.' } }, required: ['ref'] },
    })
  })

  it('a nullable or optional value declares it', () => {
    const schema = z.object({
      a: z.nullish(long({ about: 'A.' })),
      b: z.nullable(text({ about: 'B.' })),
      c: z._default(int({ about: 'C.' }), 3),
    })

    expect(jsonSchemaOf(schema)).toEqual({
      type: 'object',
      properties: {
        a: { type: ['integer', 'null'], format: 'int64', description: 'A.' },
        b: { type: ['string', 'null'], description: 'B.' },
        c: { type: 'integer', description: 'C.', default: 3 },
      },
      required: ['b'],
    })
  })

  it('a response may have additional fields (VER-005)', () => {
    expect(JSON.stringify(document.components.schemas)).not.toContain('"additionalProperties":false')
  })
})
