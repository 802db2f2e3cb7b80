import { Ajv } from 'ajv'
import { expect, it } from 'vitest'

import { makeReport } from '../../../src/check/report.ts'
import { junitReport } from '../../../src/views/check/junit.ts'
import { sarifReport } from '../../../src/views/check/sarif.ts'
import { finding } from '../../check/support/make-check.ts'

/** All that makes markup, ends a text, or is no character of XML. */
const ODD = 'a\u0000\u001b<b>&"\'\u0085\u2028\ufffe\uffff\ud800]]>'

const report = makeReport({
  app: { key: 'app.acme.loyalty', name: ODD, installScope: 'region' },
  complete: false,
  ms: 61_234.5,
  checks: [
    { id: 'signature.genuine', title: ODD, outcome: 'passed', reason: null, ms: 12 },
    { id: 'signature.window', title: 'An old one is refused', outcome: 'failed', reason: null, ms: 3 },
    { id: 'once.duplicate', title: 'Twice is once', outcome: 'skipped', reason: ODD, ms: 0 },
  ],
  findings: (['error', 'warning', 'note'] as const).map((severity) => ({
    ...finding,
    severity,
    check: 'signature.window',
    rules: ['HOOK-015'],
    title: ODD,
    accepted: null,
  })),
})

interface Allowed {
  readonly needed: readonly string[]
  readonly allowed: readonly string[]
  readonly inside: readonly string[]
  /** What stands in it, one after the other, each with a space behind it. */
  readonly order?: RegExp
}

// What the grammars of JUnit that are in use demand and allow together, those of Jenkins (junit-4.xsd and junit-10.xsd) and the one of Ant (JUnit.xsd of Windy Road):
// their own files are not part of this project.
const grammar: Readonly<Record<string, Allowed>> = {
  testsuites: { needed: [], allowed: [], inside: ['testsuite'] },
  testsuite: {
    needed: ['name', 'tests', 'failures', 'errors', 'time', 'timestamp', 'hostname', 'id', 'package'],
    allowed: ['skipped'],
    inside: ['properties', 'testcase', 'system-out', 'system-err'],
    order: /^properties (?:testcase )*system-out system-err $/,
  },
  properties: { needed: [], allowed: [], inside: ['property'], order: /^(?:property )+$/ },
  property: { needed: ['name', 'value'], allowed: [], inside: [] },
  testcase: {
    needed: ['name', 'classname', 'time'],
    allowed: [],
    inside: ['failure', 'error', 'skipped'],
    order: /^\w* ?$/,
  },
  failure: { needed: ['type'], allowed: ['message'], inside: [] },
  skipped: { needed: [], allowed: [], inside: [] },
  'system-out': { needed: [], allowed: [], inside: [] },
  'system-err': { needed: [], allowed: [], inside: [] },
}

const AT = new Date('2026-11-24T07:34:56.789Z')

it('JUnit contains only elements and characters that its grammars and XML allow', () => {
  const xml = junitReport(report, AT)

  // XML 1.0, 2.2.
  expect(xml).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u)
  expect(faultsOf(xml)).toEqual([])
})

it('JUnit of a report without checks or without findings is also valid', () => {
  const { app, checks } = report
  const passed = checks.map((check) => ({ ...check, outcome: 'passed' as const, reason: null }))
  const reports = [[], passed].map((own) => makeReport({ app, complete: true, ms: 1, checks: own, findings: [] }))

  expect(reports.flatMap((one) => faultsOf(junitReport(one, AT)))).toEqual([])
})

it('recognizes invalid JUnit', () => {
  expect(faultsOf('<testsuites><testcase name="a"/></testsuites>')).toEqual([
    'testcase in testsuites',
    'testcase without classname',
    'testcase without time',
  ])
  expect(faultsOf('<testsuites name="a & b"/>')).toEqual(['a & that begins nothing', 'testsuites name'])
  expect(faultsOf('<testsuites><properties></properties></testsuites>')).toEqual([
    'properties in testsuites',
    'properties with ',
  ])
  expect(faultsOf('<testsuites>')).toEqual(['testsuites is not closed'])
})

const TAG = /<(\/?)([\w-]+)((?: [\w-]+="[^"<]*")*)(\/?)>/g

/** Element by element, as a parser without DTD reads it. */
function faultsOf(xml: string): string[] {
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '')
  const faults: string[] = []
  const open: { readonly name: string; inside: string }[] = []
  for (const [, end, name = '', attributes = '', isEmpty] of body.matchAll(TAG)) {
    if (end === '/') {
      faults.push(...faultsAtEnd(name, open.pop()))
      continue
    }
    const parent = open.at(-1)
    faults.push(...faultsIn(name, parent?.name, attributes))
    if (parent !== undefined) parent.inside += `${name} `
    if (isEmpty !== '/') open.push({ name, inside: '' })
  }
  return [...strayMarks(body), ...faults, ...open.map(({ name }) => `${name} is not closed`)]
}

function faultsAtEnd(name: string, closed: { readonly name: string; readonly inside: string } | undefined): string[] {
  if (closed?.name !== name) return [`</${name}> closes nothing`]
  return grammar[name]?.order?.test(closed.inside) === false ? [`${name} with ${closed.inside}`] : []
}

function strayMarks(body: string): string[] {
  const ands = /&(?!(?:amp|lt|gt|quot);)/.test(body) ? ['a & that begins nothing'] : []
  return body.replaceAll(TAG, '').includes('<') ? [...ands, 'a < that begins nothing'] : ands
}

function faultsIn(name: string, parent: string | undefined, attributes: string): string[] {
  const isMisplaced = parent !== undefined && grammar[parent]?.inside.includes(name) !== true
  const given = [...attributes.matchAll(/ ([\w-]+)=/g)].map(([, one = '']) => one)
  const { needed = [], allowed = [] } = grammar[name] ?? {}
  return [
    ...(isMisplaced ? [`${name} in ${parent}`] : []),
    ...needed.filter((one) => !given.includes(one)).map((one) => `${name} without ${one}`),
    ...given.filter((one) => ![...needed, ...allowed].includes(one)).map((one) => `${name} ${one}`),
  ]
}

const text = {
  type: 'object',
  required: ['text'],
  additionalProperties: false,
  properties: { text: { type: 'string' } },
}

// The members of SARIF 2.1.0 (OASIS, sections 3.13 to 3.52) that this report writes, and what each has to be; nothing else may stand there.
const sarif = {
  type: 'object',
  required: ['version', 'runs'],
  additionalProperties: false,
  properties: {
    $schema: { type: 'string', pattern: '^https://json\\.schemastore\\.org/sarif-2\\.1\\.0\\.json$' },
    version: { const: '2.1.0' },
    runs: {
      type: 'array',
      items: {
        type: 'object',
        required: ['tool'],
        additionalProperties: false,
        properties: {
          tool: {
            type: 'object',
            required: ['driver'],
            additionalProperties: false,
            properties: {
              driver: {
                type: 'object',
                required: ['name'],
                additionalProperties: false,
                properties: {
                  name: { type: 'string' },
                  version: { type: 'string' },
                  rules: {
                    type: 'array',
                    uniqueItems: true,
                    items: {
                      type: 'object',
                      required: ['id'],
                      additionalProperties: false,
                      properties: { id: { type: 'string' }, name: { type: 'string' }, shortDescription: text },
                    },
                  },
                },
              },
            },
          },
          results: {
            type: 'array',
            items: {
              type: 'object',
              required: ['message'],
              additionalProperties: false,
              properties: {
                ruleId: { type: 'string' },
                ruleIndex: { type: 'integer', minimum: -1 },
                level: { enum: ['none', 'note', 'warning', 'error'] },
                message: text,
                locations: {
                  type: 'array',
                  items: {
                    type: 'object',
                    additionalProperties: false,
                    properties: {
                      physicalLocation: {
                        type: 'object',
                        additionalProperties: false,
                        properties: {
                          artifactLocation: {
                            type: 'object',
                            additionalProperties: false,
                            properties: { uri: { type: 'string' } },
                          },
                          region: {
                            type: 'object',
                            additionalProperties: false,
                            properties: { startLine: { type: 'integer', minimum: 1 } },
                          },
                        },
                      },
                    },
                  },
                },
                properties: { type: 'object' },
              },
            },
          },
        },
      },
    },
  },
}

it('SARIF contains only members of the standard, each with its standard type', () => {
  const isRight = new Ajv({ allErrors: true }).compile(sarif)

  isRight(JSON.parse(sarifReport(report, '1.2.3')))

  expect(isRight.errors ?? []).toEqual([])
  // A name that is the id says nothing; the public validator warns of it (SARIF1001).
  expect(sarifReport(report, '1.2.3')).not.toContain('"name": "signature.window"')
  expect(isRight({ version: '2.1.0', runs: [{ tool: { driver: {} } }] })).toBe(false)
})
