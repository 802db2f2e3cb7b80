import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'

import { commandPages } from '../../scripts/generate/commands/command-pages.ts'
import { staleFiles, writeGenerated } from '../../scripts/generate/files.ts'
import { lineByLine } from '../../scripts/generate/line-by-line.ts'
import { fieldRows } from '../../scripts/generate/reference/field-rows.ts'
import { indexPage } from '../../scripts/generate/reference/index-page.ts'
import { resourcePage } from '../../scripts/generate/reference/resource-page.ts'
import { rulesPage } from '../../scripts/generate/rules-page.ts'
import { catalog } from '../../src/catalog/catalog.ts'
import { endpoint } from '../../src/catalog/endpoint.ts'
import { jsonSchemaOf } from '../../src/catalog/field-schema.ts'
import { decimal, idText, int, long, text } from '../../src/catalog/fields.ts'
import { scopeNames } from '../../src/catalog/scopes.ts'
import { topicNames } from '../../src/catalog/topics.ts'
import { isLong } from '../support/machine/long-run.ts'

const write = endpoint({
  id: 'price-lists.put-row',
  method: 'PUT',
  path: '/price-lists/{id}/rows',
  summary: 'Write a row of <list>.',
  scope: 'products.write',
  pin: 'required',
  params: z.object({ id: idText({ about: 'List id.' }) }),
  body: z.object({
    ref: text({ about: 'Key | of the row.', min: 1, max: 30 }),
    kind: z.enum(['a', 'b']),
    rows: z.array(
      z.object({ productId: long({ about: 'Product.', min: 1 }), note: z.nullish(text({ about: 'Words.' })) }),
    ),
  }),
  response: z.object({
    items: z.array(z.object({ price: decimal({ about: 'Price.' }) })),
    total: int({ about: 'Rows.' }),
  }),
  idempotency: { kind: 'none' },
  errors: [{ status: 409, message: 'Taken.', when: 'Another app has it.' }],
  assumed: ['B9'],
})

describe('the page of a resource', () => {
  const page = resourcePage('price-lists', [write])

  it('shows method, path, scope, region and that a repeat is not harmless', () => {
    expect(page).toContain('## price-lists.put-row')
    expect(page).toContain('`PUT /api/apps/v1/price-lists/{id}/rows`')
    expect(page).toContain('| scope | `products.write` |')
    expect(page).toContain('| region | required with a store-wide token')
    expect(page).toContain('| repeated call | **writes twice** |')
    expect(page).toMatch(/^\| B9 \| .+ \| .+ \|$/m)
  })

  it('shows each field with its type, limits and description, nested fields by their path', () => {
    expect(page).toContain(
      '| `ref` | string | yes | Key \\| of the row. Characters: at least 1; characters: at most 30. |',
    )
    expect(page).toContain('| `kind` | string | yes | One of `a`, `b`. |')
    expect(page).toContain('| `rows[].productId` | long | yes | Product. At least 1. |')
    expect(page).toContain('| `rows[].note` | string or null | no | Words. |')
    expect(page).toContain('| `items[].price` | decimal | Price. |')
  })

  it('shows its own errors and links to the errors of every call', () => {
    expect(page).toContain('| 409 | Another app has it. | `Taken.` |')
    expect(page).toContain('**Errors** in addition to the [errors of all calls](README.md#common-to-all-calls)')
    expect(page).not.toContain('| 429 |')
  })

  it('shows a command and a program that call it', () => {
    expect(page).toContain('app call price-lists put-row 42 --region tr --data @body.json')
    expect(page).toContain(
      "await client.priceLists.putRow({ params: { id: 1 }, body: { ref: 'text', kind: 'a', rows: [{ productId: 1 }] }, region: 'tr' })",
    )
  })

  it('escapes text that looks like a tag', () => {
    expect(page).toContain('Write a row of \\<list>.')
  })
})

it('the fields of a top-level list start at its items', () => {
  const schema = jsonSchemaOf(z.array(z.object({ id: int({ about: 'Id.' }) })))

  expect(fieldRows(schema)).toEqual([{ path: '[].id', type: 'integer', isRequired: true, about: 'Id.', limits: '' }])
})

it('the fields of a nullable list look like the fields of any list', () => {
  const variants = z.nullish(z.array(z.object({ sku: text({ about: 'SKU.' }) })))
  const schema = jsonSchemaOf(z.object({ variants }))

  expect(fieldRows(schema).map(({ path, type }) => [path, type])).toEqual([
    ['variants', 'array of object or null'],
    ['variants[].sku', 'string'],
  ])
})

it('the index lists every operation, scope and topic', () => {
  const resources = Object.entries(catalog).map(([resource, verbs]) => [resource, Object.values(verbs)] as const)

  const index = indexPage(resources)

  for (const { id } of resources.flatMap(([, endpoints]) => endpoints)) expect(index).toContain(`[${id}](`)
  for (const name of [...scopeNames, ...topicNames]) expect(index).toContain(`| \`${name}\` |`)
  expect(index).toMatch(/`webhooks\.manage` \| .*Announced, not available yet\. \| none \|/)
  expect(index).toMatch(/`coupons\.read` \| .* \| others that the documents do not describe \|/)
})

it('the command pages list every command with its arguments and own flags, and the common flags once', () => {
  const manifest = readFileSync(join(import.meta.dirname, '../../oclif.manifest.json'), 'utf8')
  const ids = Object.keys((JSON.parse(manifest) as { commands: Record<string, unknown> }).commands)

  const pages = new Map(commandPages(manifest))
  const index = pages.get('docs/commands/README.md') ?? ''
  const secret = pages.get('docs/commands/secret.md') ?? ''

  for (const id of ids) {
    const page = pages.get(`docs/commands/${id.split(':')[0]}.md`)
    expect(page).toContain(`\n## app ${id.replaceAll(':', ' ')}\n`)
  }
  expect(index).toContain('](webhook.md#app-webhook-why)')
  expect(index).toMatch(/\| `--target <name>` \| .*One of `emulator`, `live`\. \|/)
  expect(secret).toMatch(/^\| `which` \| /m)
  expect(secret).toMatch(/^\| `-y, --yes` \| /m)
  expect(secret).not.toContain('`--target')
})

it('an API description has one line for each path and schema, and keeps its meaning', () => {
  const document = {
    openapi: '3.1.1',
    tags: [{ a: 1 }],
    paths: { '/a': { get: { x: [1], y: {} } } },
    none: {},
    left: undefined,
  }

  const written = lineByLine(document)

  expect(JSON.parse(written)).toEqual(JSON.parse(JSON.stringify(document)))
  expect(written.split('\n')).toContain('   "get": {"x":[1],"y":{}}')
})

describe('generated files', () => {
  function folder() {
    const dir = mkdtempSync(join(tmpdir(), 'svcapp-derived-'))
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
    return dir
  }

  it('is reported as stale if changed, missing or left over, and is then written or removed', () => {
    const root = folder()
    const generated = {
      root,
      files: new Map([
        ['openapi.json', '{}'],
        ['docs/reference/a.md', 'a'],
        ['docs/reference/b.md', 'b'],
      ]),
      owns: 'docs/reference/*.md',
    }
    writeGenerated(generated)
    expect(staleFiles(generated)).toEqual([])

    rmSync(join(root, 'openapi.json'))
    appendFileSync(join(root, 'docs/reference/a.md'), ' ')
    writeFileSync(join(root, 'docs/reference/gone.md'), 'old')

    expect(staleFiles(generated)).toEqual(['openapi.json', 'docs/reference/a.md', 'docs/reference/gone.md'])
    writeGenerated(generated)
    expect(staleFiles(generated)).toEqual([])
    expect(existsSync(join(root, 'docs/reference/gone.md'))).toBe(false)
  })

  it.runIf(isLong)('is created by one script, whose check reports a stale file and how to fix it', () => {
    const dir = folder()
    const generated = ['docs', 'schema', 'openapi.json', 'asyncapi.json', 'llms.txt', 'oclif.manifest.json']
    for (const part of ['src', 'scripts', 'package.json', ...generated])
      cpSync(part, join(dir, part), { recursive: true })
    for (const part of ['node_modules', 'test']) symlinkSync(join(process.cwd(), part), join(dir, part))
    appendFileSync(join(dir, 'docs/reference/orders.md'), ' ')

    const check = spawnSync(process.execPath, ['scripts/generate.ts', '--check'], { cwd: dir, encoding: 'utf8' })

    expect(check).toMatchObject({
      status: 1,
      stderr: 'docs/reference/orders.md is stale. Run `npm run generate` and commit it.\n',
    })
  })
})

describe('the page of rules', () => {
  it('lists test titles with rule ids, placeholders included, under the area of the first id', () => {
    const root = mkdtempSync(join(tmpdir(), 'svcapp-rules-'))
    onTestFinished(() => rmSync(root, { recursive: true, force: true }))
    mkdirSync(join(root, 'test'))
    writeFileSync(
      join(root, 'test/a.test.ts'),
      `it('PIN-003 T5 refuses a|b', () => {})\nit.each(['x', 'y'])('PIN-001 ORD-002 takes %s', () => {})\nit('says no rule', () => {})\n`,
    )

    const page = rulesPage(root)

    const rows = page.slice(page.indexOf('## PIN')).split('\n')
    expect(rows.slice(4, 6)).toEqual([
      '| PIN-001 ORD-002 | takes … | [a](../test/a.test.ts) |',
      '| PIN-003 | T5 refuses a\\|b | [a](../test/a.test.ts) |',
    ])
    expect(page).not.toContain('says no rule')
  })
})
