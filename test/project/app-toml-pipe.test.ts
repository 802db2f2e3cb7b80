import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

const loader = new URL('../../src/project/app-toml.ts', import.meta.url).href

// In a separate process: the open of a pipe cannot be given up.
it.skipIf(process.platform === 'win32')('rejects a pipe as app.toml immediately, without waiting for it', () => {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-pipe-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  spawnSync('mkfifo', [join(dir, 'app.toml')])
  const script = `
    const { loadProject } = await import(${JSON.stringify(loader)})
    try { loadProject({ cwd: ${JSON.stringify(dir)} }) } catch (error) { console.log(error.code) }
  `

  const { stdout, signal } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
    timeout: 240_000,
  })

  expect([stdout.trim(), signal]).toEqual(['project.unreadable', null])
})
