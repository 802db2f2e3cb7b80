import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { listFields, listRowFields } from '../../src/call/input/fields.ts'
import { endpointArgs, endpointFlags } from '../../src/call/input/flags.ts'
import { assembleInput, type InputValues } from '../../src/call/input/input.ts'
import { rawRequest } from '../../src/call/input/raw-request.ts'
import type { EndpointFacts } from '../../src/catalog/endpoint.ts'
import { attributes } from '../../src/catalog/resources/attributes.ts'
import { categories } from '../../src/catalog/resources/categories.ts'
import { orderCosts } from '../../src/catalog/resources/order-costs.ts'
import { orders } from '../../src/catalog/resources/orders.ts'
import { prices } from '../../src/catalog/resources/prices.ts'
import { products } from '../../src/catalog/resources/products.ts'
import { reconciliation } from '../../src/catalog/resources/reconciliation.ts'
import AttributesCreate from '../../src/commands/call/attributes/create.ts'
import { makeContext } from '../support/context.ts'

const assemble = (
  endpoint: Parameters<typeof assembleInput>[0],
  { args = {}, flags = {}, cwd = '/' }: { args?: InputValues; flags?: InputValues; cwd?: string },
) => assembleInput(endpoint, { args, flags, cwd })

const usage = (words: RegExp) =>
  expect.objectContaining({ code: 'usage.invalid', message: expect.stringMatching(words) as string })

describe('flags of an endpoint', () => {
  it('come from its query, with range and default (ORD-003 ORD-004 ORD-005)', () => {
    const fields = Object.fromEntries(listFields(orders.list.query).map((field) => [field.name, field]))

    expect(fields).toMatchObject({
      page: { flag: 'page', type: 'int', min: 1, default: '1' },
      pageSize: { flag: 'page-size', type: 'int', min: 1, max: 100, default: '20' },
      status: { flag: 'status', type: 'string' },
    })
  })

  it('come from the scalars of its body, while lists and objects need --data or -F', () => {
    const names = Object.keys(endpointFlags(orders.import))

    expect(names).toEqual(
      expect.arrayContaining([
        'external-order-id',
        'external-status',
        'shipping-cost',
        'deduct-stock',
        'data',
        'field',
        'raw-field',
        'yes',
        'region',
        'store',
      ]),
    )
    expect(names).not.toContain('items')
    expect(names).not.toContain('shipping-address')
  })

  it('turn path parameters into arguments, and give a read no write flags', () => {
    expect(Object.keys(endpointArgs(orderCosts.delete))).toEqual(['id', 'externalRef'])
    expect(Object.keys(endpointFlags(products.get))).toEqual([
      'fields',
      'ndjson',
      'csv',
      'wide',
      'include',
      'dry-run',
      'curl',
      'max-rate',
      'store',
      'region',
      'debug',
    ])
  })

  it('describe the elements of a list, the members of an object and the values of a map', () => {
    const rows = Object.fromEntries(listRowFields(attributes.create.body).map((field) => [field.name, field]))
    const goods = Object.fromEntries(listRowFields(products.bulk.body).map((field) => [field.name, field.about]))
    const moved = Object.fromEntries(listFields(categories.move.body).map((field) => [field.name, field.about]))

    expect(rows['labels']).toMatchObject({ type: 'object', about: expect.stringMatching(/^Labels by language code\./) })
    expect(rows['values']?.about).toBe('Array of objects with key, label, sortOrder (optional: labels).')
    expect(goods).toMatchObject({
      images: 'Array of objects with url.',
      variants: 'Array of objects with combination (optional: sku, price, stock).',
    })
    expect(moved).toMatchObject({ target: 'Object with any of id, root.' })
    const all = [attributes, categories, orders, prices, products, reconciliation].flatMap((resource) =>
      Object.values(resource).flatMap(({ body }: EndpointFacts) => [...listFields(body), ...listRowFields(body)]),
    )
    expect(all.filter(({ about }) => about === '' || about.includes('catalog'))).toEqual([])
  })

  it('follow the endpoint definition', () => {
    const own = (endpoint: EndpointFacts) => Object.keys(endpointFlags(endpoint))

    expect(own(products.list)).toEqual(expect.arrayContaining(['all', 'limit']))
    expect(own(products.delta)).toEqual(expect.arrayContaining(['all', 'follow', 'cursor-file', 'since', 'interval']))
    expect(own(products.bulk)).toEqual(expect.arrayContaining(['chunk-size', 'failed-out']))
    expect(own(attributes.create)).toEqual(expect.arrayContaining(['chunk-size', 'failed-out']))
    for (const name of ['all', 'follow', 'failed-out']) expect(own(orders.import)).not.toContain(name)
    // The platform's own limit, not ours.
    expect(endpointFlags(attributes.values)['limit']).toMatchObject({
      summary: expect.stringContaining('Maximum') as string,
    })
  })
})

describe('the help of a bulk write', () => {
  it('describes each field of a row and the meaning of its values', () => {
    const help = String(Reflect.get(AttributesCreate, 'description'))

    expect(help).toContain(
      '\nattrType (string, required): Purpose of the attribute. attribute: describes a product, variant: separates variants.\n',
    )
    expect(help).toContain('\nlabels (object): Labels by language code.')
    expect(help).toContain('\nvalues (array): Array of objects with key, label, sortOrder (optional: labels).')
  })
})

describe('the input of an endpoint', () => {
  it('sends only given values, because defaults belong to the platform', () => {
    expect(assemble(orders.list, {})).toEqual({ params: {}, query: {}, body: undefined })
    expect(assemble(orders.list, { flags: { 'page-size': 5, status: 'paid', region: 'tr' } }).query).toEqual({
      pageSize: 5,
      status: 'paid',
    })
  })

  it('keeps ids above 2^53 as their digits', () => {
    expect(assemble(orders.get, { args: { id: '9007199254740993' } }).params).toEqual({ id: '9007199254740993' })
  })

  it('rejects an invalid id', () => {
    expect(() => assemble(orders.get, { args: { id: 'abc' } })).toThrow(
      usage(/argument: id must be a number of at most 19 digits/),
    )
  })

  it('lists a missing flag in the form that the user types', () => {
    expect(() => assemble(reconciliation['refresh-context'], { args: { id: '1' } })).toThrow(
      usage(/flag: --external-ref is required \(string\)/),
    )
  })

  it('keeps every digit of a decimal flag', () => {
    const flags = { 'external-ref': 'c1', 'cost-type': 'cod_fee', amount: '10.10' }

    expect(assemble(orderCosts.put, { args: { id: '1' }, flags }).body).toBe(
      '{"externalRef":"c1","costType":"cod_fee","amount":10.10}',
    )
  })

  it('reads -f as text and -F as JSON with every digit', () => {
    const flags = {
      'raw-field': ['externalRef=12', 'costType=a=b'],
      field: ['amount=12345678901234567.89', 'description=null'],
    }

    expect(assemble(orderCosts.put, { args: { id: '1' }, flags }).body).toBe(
      '{"externalRef":"12","costType":"a=b","amount":12345678901234567.89,"description":null}',
    )
  })

  it('sends --data unchanged from the flag or a file, and merges single fields into it', () => {
    const { cwd } = makeContext()
    const text = '{ "externalRef": "c1", "costType": "x", "amount": 1.50 }\n'
    writeFileSync(join(cwd, 'cost.json'), text)

    expect(assemble(orderCosts.put, { args: { id: '1' }, flags: { data: '@cost.json' }, cwd }).body).toBe(text)
    expect(assemble(orderCosts.put, { args: { id: '1' }, flags: { data: text } }).body).toBe(text)
    expect(assemble(orderCosts.put, { args: { id: '1' }, flags: { data: text, 'cost-type': 'y' } }).body).toContain(
      '"costType":"y"',
    )
  })

  it('reports a problem with the file after @', () => {
    const { cwd } = makeContext()
    const put = (data: string) => () => assemble(orderCosts.put, { args: { id: '1' }, flags: { data }, cwd })
    const advice = (words: string) =>
      expect.objectContaining({ code: 'usage.invalid', suggestions: [expect.stringContaining(words) as string] })

    expect(put('@')).toThrow(usage(/file name is missing after the @/))
    expect(put('@')).toThrow(advice('--data @body.json'))
    expect(put('@.')).toThrow(advice(`${cwd} is a folder. Choose a file in this folder.`))
    expect(put('@missing.json')).toThrow(advice(`Check that ${join(cwd, 'missing.json')} exists`))
  })

  it.each<[InputValues, RegExp]>([
    [{ data: '{' }, /not JSON/],
    [{ data: '@missing.json' }, /cannot be read/],
    [{ data: '[]', 'cost-type': 'x' }, /not a JSON object/],
    [{ data: '[]' }, /Invalid field/],
    [{ 'raw-field': ['novalue'] }, /expects key=value/],
    [{ field: ['amount=abc'] }, /not JSON/],
    [{}, /externalRef is required \(string\); .*amount is required\./],
    [{ amount: '1e5' }, /expects a number/],
    [{ data: '{"externalRef":"c","costType":"x","amount":-1}' }, /amount/],
    [
      { data: `{"externalRef":"c","costType":"${'x'.repeat(31)}","amount":1}` },
      /costType must have at most 30 characters/,
    ],
    [{ data: '{"costType":"x","amount":1}' }, /externalRef is required \(string\)/],
    [{ data: `${'['.repeat(100)}${']'.repeat(100)}` }, /nested too deeply/],
  ])('refuses %j before anything is sent', (flags, words) => {
    expect(() => assemble(orderCosts.put, { args: { id: '1' }, flags })).toThrow(usage(words))
  })
})

const raw = (method: string, path: string, flags: InputValues = {}) =>
  rawRequest({ args: { method, path }, flags, cwd: '/' })

describe('a raw request', () => {
  it('sends method, path, query and body as typed', () => {
    expect(raw('get', '/orders', { query: ['page=2', 'status=a=b'] })).toEqual({
      method: 'GET',
      path: '/orders',
      params: {},
      query: { page: '2', status: 'a=b' },
      body: undefined,
    })
    expect(raw('PUT', '/api/apps/v1/orders/1/costs', { field: ['amount=1.50'] })).toMatchObject({
      path: '/orders/1/costs',
      body: '{"amount":1.50}',
    })
  })

  it('reads the query from the path and from --query', () => {
    expect(raw('GET', '/api/apps/v1/orders?page=1&status=a%3Db', { query: ['page=2'] })).toMatchObject({
      path: '/orders',
      query: { page: '2', status: 'a=b' },
    })
    expect(raw('GET', '/orders?')).toMatchObject({ path: '/orders', query: {} })
  })

  it.each<[string, string, InputValues, string]>([
    ['GET', '/orders?regionId=1', {}, 'usage.invalid'],
    ['GET', '/orders?page=1&page=2', {}, 'api.bad-path'],
    ['GET', '/orders?page=1#top', {}, 'api.bad-path'],
    ['GET', '/orders#top', {}, 'api.bad-path'],
    ['TRACE', '/orders', {}, 'usage.invalid'],
    ['GET', '/orders', { data: '{}' }, 'usage.invalid'],
    ['GET', '/orders', { query: ['regionId=1'] }, 'usage.invalid'],
    ['GET', '/orders', { query: ['x'] }, 'usage.invalid'],
    ['GET', '/../oauth/token', {}, 'api.bad-path'],
    ['GET', '/api/apps/oauth/token', {}, 'none'],
  ])('%s %s %j is %s', (...[method, path, flags, code]) => {
    if (code === 'none') expect(raw(method, path, flags).path).toBe('/api/apps/oauth/token')
    else expect(() => raw(method, path, flags)).toThrow(expect.objectContaining({ code }))
  })
})

describe('the body of a bulk write', () => {
  it.each([
    ['[{"externalRef":"a","price":1.10}]', '{"items":[{"externalRef":"a","price":1.10}]}'],
    [' \n[{"externalRef":"a"}]', '{"items": \n[{"externalRef":"a"}]}'],
    ['{"items":[{"externalRef":"a"}]}', '{"items":[{"externalRef":"a"}]}'],
  ])('accepts the rows %s as a bare array or in items, byte for byte', (data, sent) => {
    expect(assemble(products.bulk, { flags: { data } }).body).toBe(sent)
  })

  it('counts rejected rows from 1, as everywhere else, and lists an error that many rows share once', () => {
    const rows = Array.from({ length: 100 }, (_, at) => ({ productId: at + 1, price: at === 3 ? 'cheap' : 1 }))
    const put = (items: unknown[]) => () => assemble(prices.bulk, { flags: { data: JSON.stringify(items) } })

    expect(put([{ price: 1 }, 'none', ...rows])).toThrow(
      usage(
        /: productId in row 1 is required; row 2 must be of type object; price in row 6 has an invalid value\. Nothing was sent\.$/,
      ),
    )
    expect(put(rows.map(() => ({ price: 1 })))).toThrow(
      usage(/: productId in rows 1, 2, 3, 4 and 96 more is required\. Nothing was sent\.$/),
    )
  })

  it('may have more rows than one request accepts', () => {
    const rows = Array.from({ length: 501 }, (_, at) => ({ productId: at + 1, price: 1 }))

    expect(() => assemble(prices.bulk, { flags: { data: JSON.stringify(rows) } })).not.toThrow()
    expect(() => assemble(orders.import, { flags: { data: '[]' } })).toThrow(usage(/the body/))
  })

  it.each<[EndpointFacts, unknown[], string]>([
    [
      products.bulk,
      [
        ...['mug-1', 'a', 'b', 'c', 'd', 'mug-1'].map((externalRef) => ({ externalRef })),
        { title: 'x' },
        { title: 'y' },
      ],
      'In products.bulk, rows 1 and 6 have the same externalRef mug-1. The last row overwrites the others.',
    ],
    [
      prices.bulk,
      [
        { productId: 1, price: 1 },
        { productId: 1, variantId: 2, price: 1 },
        { productId: 1, variantId: null, price: 2 },
        { productId: 1, variantId: 2, price: 2 },
      ],
      'In prices.bulk, rows 1 and 3 have the same productId 1; rows 2 and 4 have the same productId 1, variantId 2. The last row overwrites the others.',
    ],
    [
      attributes.create,
      Array.from({ length: 10 }, (_, at) => ({ key: `k${at % 5}` })),
      'In attributes.create, rows 1 and 6 have the same key k0; rows 2 and 7 have the same key k1; rows 3 and 8 have the same key k2; 2 more keys are duplicated. The first row creates the record, and the others find it.',
    ],
    [
      categories['bind-attributes'],
      Array.from({ length: 100 }, () => ({ key: 'glaze' })),
      'In categories.bind-attributes, rows 1, 2, 3, 4 and 96 more have the same key glaze. The first row creates the record, and the others find it.',
    ],
  ])('of $id names the rows that have one key', (endpoint, rows, words) => {
    const input = assemble(endpoint, { args: { id: '1' }, flags: { data: JSON.stringify(rows) } })

    expect(input.doubts).toEqual([words])
  })

  it('reports no duplicates for rows whose keys differ or are too long to show in full', () => {
    const rows = ['a', 'b'].map((end) => ({ externalRef: `${'x'.repeat(200)}${end}` }))

    expect(assemble(products.bulk, { flags: { data: JSON.stringify(rows) } }).doubts).toBeUndefined()
  })
})
