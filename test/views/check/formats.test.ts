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
  })),
})

interface Allowed {
  readonly needed: readonly string[]
  readonly allowed: readonly string[]
  readonly inside: readonly string[]
}

// What both grammars of JUnit allow that are in use, the one of Jenkins and the one of Ant, as far as this report has it: their own files are not part of this project.
const grammar: Readonly<Record<string, Allowed>> = {
  testsuites: { needed: [], allowed: ['name', 'time', 'tests', 'failures', 'errors'], inside: ['testsuite'] },
  testsuite: {
    needed: ['name', 'tests', 'failures', 'errors'],
    allowed: ['time', 'skipped', 'timestamp', 'hostname', 'id', 'package'],
    inside: ['testcase', 'properties'],
  },
  testcase: { needed: ['name', 'classname', 'time'], allowed: [], inside: ['failure', 'error', 'skipped'] },
  failure: { needed: ['type'], allowed: ['message'], inside: [] },
  skipped: { needed: [], allowed: ['type', 'message'], inside: [] },
}

it('JUnit holds only what its grammars allow, and only characters of XML', () => {
  const xml = junitReport(report)

  // XML 1.0, 2.2.
  expect(xml).not.toMatch(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u)
  expect(faultsOf(xml)).toEqual([])
})

it('recognises what is not JUnit', () => {
  expect(faultsOf('<testsuites><testcase name="a"/></testsuites>')).toEqual([
    'testcase in testsuites',
    'testcase without classname',
    'testcase without time',
  ])
  expect(faultsOf('<testsuites name="a & b"/>')).toEqual(['a & that begins nothing'])
  expect(faultsOf('<testsuites>')).toEqual(['testsuites is not closed'])
})

const TAG = /<(\/?)([\w-]+)((?: [\w-]+="[^"<]*")*)(\/?)>/g

/** Element by element, as a parser without DTD reads it. */
function faultsOf(xml: string): string[] {
  const body = xml.replace(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n/, '')
  const faults: string[] = []
  const open: string[] = []
  for (const [, end, name = '', attributes = '', isEmpty] of body.matchAll(TAG)) {
    if (end === '/') {
      if (open.pop() !== name) faults.push(`</${name}> closes nothing`)
      continue
    }
    faults.push(...faultsIn(name, open.at(-1), attributes))
    if (isEmpty !== '/') open.push(name)
  }
  return [...strayMarks(body), ...faults, ...open.map((name) => `${name} is not closed`)]
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

it('SARIF holds only members of the standard, each as the standard has it', () => {
  const isRight = new Ajv({ allErrors: true }).compile(sarif)

  isRight(JSON.parse(sarifReport(report, '1.2.3')))

  expect(isRight.errors ?? []).toEqual([])
  expect(isRight({ version: '2.1.0', runs: [{ tool: { driver: {} } }] })).toBe(false)
})
