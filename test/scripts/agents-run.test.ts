import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { isLong } from '../support/machine/long-run.ts'

const root = join(import.meta.dirname, '../..')

const [, block = ''] = /```sh\n([\s\S]*?)```/.exec(readFileSync(join(root, 'AGENTS.md'), 'utf8')) ?? []
const lines = block.split('\n').flatMap((line) => line.split(' #')[0]?.trim() || [])

/** What is not run here: it brings the packages that are there, or runs all tests, this one too. */
const notHere = ['npm ci', 'npm run check']

/** The files of the checkout in a folder of their own, with its packages: what a command writes is written there. */
function makeCopy(): { readonly dir: string; readonly files: ReadonlyMap<string, Buffer> } {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-checkout-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root })
  const names = listed.toString('utf8').split('\0').filter(Boolean)
  for (const name of names) cpSync(join(root, name), join(dir, name), { recursive: true })
  const files = new Map(names.map((name) => [name, readFileSync(join(dir, name))]))
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'), 'dir')
  return { dir, files }
}

it.runIf(isLong)('the commands in AGENTS.md work in an unchanged checkout and change none of its files', () => {
  const { dir, files } = makeCopy()
  const run = lines.filter((line) => !notHere.includes(line))
  const env = {
    ...process.env,
    SVCAPP_HOME: join(dir, '.home'),
    PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
    CI: 'true',
  }

  const ended = run.map((line) => {
    const { status, stdout, stderr } = spawnSync(line, { cwd: dir, env, shell: true, encoding: 'utf8' })
    return status === 0 ? `${line}: 0` : `${line}: ${status}\n${stdout.slice(-2000)}\n${stderr.slice(-2000)}`
  })

  expect(ended).toEqual(run.map((line) => `${line}: 0`))
  expect(run.length).toBeGreaterThanOrEqual(11)
  const changed = [...files].filter(([name, was]) => !was.equals(readFileSync(join(dir, name))))
  expect(changed.map(([name]) => name)).toEqual([])
})
