import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { scaffold } from '../../src/scaffold/scaffold.ts'
import { plainApp } from '../support/dev/scaffolded.ts'
import { brokenLines } from './broken-lines.ts'
import { checkHere } from './support/check-here.ts'

const packageRoot = join(import.meta.dirname, '../..')

/** All with SVCAPP_LONG=1; otherwise every seventeenth, because each starts and installs an app. */
const isLong = process.env['SVCAPP_LONG'] === '1'

const lines = Object.entries(brokenLines).map(([name, line]) => ({ name, shape: 'region' as const, ...line }))

describe('one line of the template node is broken', () => {
  it.each(lines.filter((_, at) => isLong || at % 17 === 0))(
    '$area: $says ($name)',
    async ({ area, shape, ...line }) => {
      const dir = newApp()
      breakLine(dir, line)
      takeTypesOut(dir)

      const report = await checkHere({ project: dir, dir, argv: ['src/server.js'], shape, only: [area] })

      expect(report.findings.map(({ check }) => check)).toContainEqual(expect.stringMatching(`^${area}\\.`))
    },
  )
})

it('every line that is to be broken occurs once in the template', () => {
  const dir = newApp()

  expect(lines.length).toBeGreaterThanOrEqual(30)
  expect(lines.map((line) => sourcesWith(dir, line.before).length)).toEqual(lines.map(() => 1))
})

it.runIf(isLong)('the unchanged template has no findings', async () => {
  const dir = newApp()
  takeTypesOut(dir)

  const { findings, complete } = await checkHere({ project: dir, dir, argv: ['src/server.js'] })

  expect({ findings, complete }).toEqual({ findings: [], complete: true })
})

/** Links each package that it needs: copying all of them would take longer than the check. */
function newApp(): string {
  const cwd = mkdtempSync(join(tmpdir(), 'svcapp-broken-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true, maxRetries: 3 }))
  const { dir } = scaffold({ packageRoot, cwd, systemNodeTooOld: false }, plainApp)
  const { dependencies } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>
  }
  for (const name of Object.keys(dependencies)) {
    const place = join(dir, 'node_modules', name)
    mkdirSync(dirname(place), { recursive: true })
    symlinkSync(join(packageRoot, 'node_modules', name), place, 'junction')
  }
  return dir
}

/** Without types, because removing them at each start would take longer than the rest of the start. */
function takeTypesOut(dir: string): void {
  for (const path of sources(dir)) {
    const text = stripTypeScriptTypes(readFileSync(path, 'utf8'))
    writeFileSync(path.replace(/ts$/, 'js'), text.replaceAll(/(['"]\.{1,2}\/[\w./-]+)\.ts(?=['"])/g, '$1.js'))
    rmSync(path)
  }
}

function sources(dir: string): string[] {
  const names = readdirSync(join(dir, 'src'), { recursive: true, encoding: 'utf8' })
  return names.filter((name) => name.endsWith('.ts')).map((name) => join(dir, 'src', name))
}

/** The files that contain a text, once for each occurrence. */
function sourcesWith(dir: string, text: string): string[] {
  return sources(dir).flatMap((path) =>
    readFileSync(path, 'utf8')
      .split(text)
      .slice(1)
      .map(() => path),
  )
}

function breakLine(dir: string, { before, after }: { readonly before: string; readonly after: string }): void {
  const [path, ...more] = sourcesWith(dir, before)
  if (path === undefined || more.length > 0) throw new Error(`It does not stand in the template once: ${before}`)
  const source = readFileSync(path, 'utf8')
  const at = source.indexOf(before)
  writeFileSync(path, source.slice(0, at) + after + source.slice(at + before.length))
}
