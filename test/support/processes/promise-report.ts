import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { dirname, join } from 'node:path'

import type { Reporter, TestCase, TestModule } from 'vitest/node'

import type { Figures } from '../machine/figures.ts'

const root = join(import.meta.dirname, '../../..')
const states = ['passed', 'failed', 'skipped'] as const

interface Promised {
  readonly id: string
  readonly text: string
}

/** One test as the report needs it. */
interface Shown {
  readonly title: string
  readonly state: (typeof states)[number]
  readonly figures: Figures | undefined
}

/**
 * Writes test/artifacts/long-run.md after `npm run test:long`: each threat and promise of docs/threats.md with the
 * results and figures of the tests whose titles have its id, and the seed that repeats the run.
 */
export class PromiseReport implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()].map(shown))
    const file = join(root, 'test/artifacts/long-run.md')
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, promiseReport(readFileSync(join(root, 'docs/threats.md'), 'utf8'), tests, runFacts()))
    process.stdout.write(`\nReport of the promises: ${file}\n`)
  }
}

/** Returns the report in Markdown: totals, a row for each id of `docs`, and the figures by id. */
export function promiseReport(docs: string, tests: readonly Shown[], facts: readonly string[]): string {
  const promises = promisesIn(docs).map((promise) => ({ ...promise, shown: showing(promise, tests) }))
  return [
    '# Long run',
    '',
    ...facts.map((fact) => `- ${fact}`),
    `- Tests: ${counts(tests)}`,
    '',
    '## Threats and promises',
    '',
    '| id | promise or defense | tests |',
    '| --- | --- | --- |',
    ...promises.map(({ id, text, shown }) => `| ${id} | ${text} | ${counts(shown) || 'no test'} |`),
    '',
    '## Figures',
    '',
    '| id | test | figures |',
    '| --- | --- | --- |',
    ...promises.flatMap(({ id, shown }) =>
      shown.flatMap(({ title, figures }) =>
        figures === undefined ? [] : [`| ${id} | ${cell(title)} | ${cell(figureText(figures))} |`],
      ),
    ),
    '',
    ...failures(tests),
  ].join('\n')
}

/** Returns the rows of docs/threats.md whose first cell is the id of a threat or a promise. The text is the last cell. */
function promisesIn(docs: string): Promised[] {
  const rows = docs.matchAll(/^\| ([TPK]\d+) \|(?:.*\|)? ([^|]+) \|$/gm)
  return [...rows].map(([, id = '', text = '']) => ({ id, text }))
}

function showing({ id }: Promised, tests: readonly Shown[]): Shown[] {
  const word = new RegExp(`\\b${id}\\b`)
  return tests.filter(({ title }) => word.test(title))
}

function shown(test: TestCase): Shown {
  const { state } = test.result()
  return {
    title: test.fullName,
    state: state === 'pending' ? 'skipped' : state,
    figures: test.meta().figures,
  }
}

function counts(tests: readonly Shown[]): string {
  return states
    .map((state) => ({ state, count: tests.filter((test) => test.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${state}`)
    .join(', ')
}

function failures(tests: readonly Shown[]): string[] {
  const failed = tests.filter(({ state }) => state === 'failed')
  return failed.length === 0 ? [] : ['## Failed', '', ...failed.map(({ title }) => `- ${title}`), '']
}

function figureText(figures: Figures): string {
  return Object.entries(figures)
    .map(([name, value]) => `${name}: ${typeof value === 'number' ? value.toLocaleString('en-US') : value}`)
    .join(', ')
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('\n', ' ')
}

/** Returns what is needed to repeat the run. */
function runFacts(): string[] {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const memory = Math.round(totalmem() / 2 ** 30)
  const seed = process.env['SVCAPP_SEED']
  return [
    `Ended ${new Date().toISOString()}, commit ${commit}, Node ${process.versions.node}, ${availableParallelism()} cores, ${memory} GiB`,
    `To repeat it: \`SVCAPP_SEED=${seed} npm run test:long\``,
  ]
}
