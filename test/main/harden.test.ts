import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { describe, expect, it, onTestFinished } from 'vitest'

const harden = pathToFileURL(join(import.meta.dirname, '../../src/main/harden.ts')).href
const token = `svcapp_1001_7_${'0123456789abcdef'.repeat(4)}`

/** Runs a script after `hardenProcess()` in a Node of its own. */
function run(script: string, { flags = [], env = {} }: { flags?: string[]; env?: NodeJS.ProcessEnv } = {}) {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-harden-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const code = `const { hardenProcess } = await import(${JSON.stringify(harden)}); ${script}`
  const { stdout, stderr } = spawnSync(process.execPath, [...flags, '--input-type=module', '-e', code], {
    cwd: dir,
    encoding: 'utf8',
    env: { PATH: process.env['PATH'], ...env },
  })
  return { stdout, stderr, files: readdirSync(dir) }
}

describe('hardenProcess', () => {
  it('writes no diagnostic report, however it is requested (T35)', () => {
    const crash = "await hardenProcess(); setTimeout(() => { throw new Error('boom') }, 5)"

    const { files, stderr } = run(crash, { flags: ['--report-uncaught-exception'], env: { SVCAPP_TOKEN: token } })

    expect(stderr).toContain('boom')
    expect(files).toEqual([])
  })

  it.each(['DEBUG', 'NODE_DEBUG'])('passes what %s prints through the redactor (T35)', (variable) => {
    const script = `await hardenProcess(); process.stderr.write('Authorization: Bearer ' + process.env.CANARY + ' end\\n')`

    const { stderr } = run(script, { env: { [variable]: 'app', CANARY: token } })

    expect(stderr).toMatch(/end\n$/)
    expect(stderr).not.toContain(token.slice(-32))
  })

  it('silences only the SQLite warning on Node 22', () => {
    const script = `
      Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '22.22.2' } })
      await hardenProcess()
      process.emitWarning('SQLite is an experimental feature and might change at any time', 'ExperimentalWarning')
      process.emitWarning('Something else is experimental', 'ExperimentalWarning')`

    const { stderr } = run(script)

    expect(stderr).toContain('Something else')
    expect(stderr).not.toContain('SQLite')
  })
})
