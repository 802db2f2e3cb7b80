import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { rolldown } from 'rolldown'
import { describe, expect, it, onTestFinished } from 'vitest'

import { scaffoldWithPackages } from '../support/dev/scaffolded.ts'
import { isLong } from '../support/machine/long-run.ts'
import { brokenLines } from './broken-lines.ts'
import { checkHere } from './support/check-here.ts'

const packageRoot = join(import.meta.dirname, '../..')

const lines = Object.entries(brokenLines).map(([name, line]) => ({ name, shape: 'region' as const, ...line }))

describe('a new app or its kit with one broken line', () => {
  // Each starts and installs an app.
  it.each(isLong ? lines : lines.slice(0, 1))('$area: $says ($name)', async ({ area, shape, before, after }) => {
    const dir = newApp()
    const broken = [...breakApp(dir, before, after), ...(await buildKitInto(dir, before, after))]
    expect(broken).toHaveLength(1)

    const report = await checkHere({ project: dir, dir, argv: ['src/server.ts'], shape, only: [area] })

    expect(report.findings.map(({ check }) => check)).toContainEqual(expect.stringMatching(`^${area}\\.`))
  })
})

it('every line to break occurs once in the sources', async () => {
  const dir = newApp()
  const texts: string[] = sources(dir).map((path) => readFileSync(path, 'utf8'))
  await buildKitInto(dir, '', '', (text) => texts.push(text))
  const count = (line: string) => texts.reduce((sum, text) => sum + text.split(line).length - 1, 0)

  expect(lines.length).toBeGreaterThanOrEqual(30)
  expect(lines.filter(({ before }) => count(before) !== 1).map(({ name }) => name)).toEqual([])
})

it.runIf(isLong)('the unchanged app has no findings', async () => {
  const dir = newApp()

  const { findings, complete } = await checkHere({ project: dir, dir, argv: ['src/server.ts'] })

  expect({ findings, complete }).toEqual({ findings: [], complete: true })
})

function newApp(): string {
  const cwd = mkdtempSync(join(tmpdir(), 'svcapp-broken-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true, maxRetries: 3 }))
  return scaffoldWithPackages(cwd)
}

function sources(dir: string): string[] {
  return readdirSync(join(dir, 'src'), { encoding: 'utf8' }).map((name) => join(dir, 'src', name))
}

/** The files of the app in which the line was. */
function breakApp(dir: string, before: string, after: string): string[] {
  return sources(dir).filter((path) => {
    const text = readFileSync(path, 'utf8')
    writeFileSync(
      path,
      text.replace(before, () => after),
    )
    return text.includes(before)
  })
}

type See = (text: string) => unknown

/** Builds the kit of the app again, with the line broken. Returns the modules in which it was. */
async function buildKitInto(dir: string, before: string, after: string, see?: See): Promise<string[]> {
  const found: string[] = []
  const transform = (text: string, id: string) => {
    see?.(text)
    if (before === '' || !text.includes(before)) return null
    found.push(id)
    return text.replace(before, () => after)
  }
  const bundle = await rolldown({
    input: { kit: join(packageRoot, 'src/kit/kit.ts'), node: join(packageRoot, 'src/kit/node.ts') },
    platform: 'neutral',
    external: [/^node:/, 'pg', 'pg-boss'],
    logLevel: 'silent',
    plugins: [{ name: 'broken-line', transform }],
  })
  await bundle.write({ dir: join(dir, 'node_modules/svcapp-kit'), format: 'esm', entryFileNames: '[name].js' })
  await bundle.close()
  return found
}
