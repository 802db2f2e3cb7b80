import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

const writer = `
import { writeFiles } from ${JSON.stringify(new URL('../../src/scaffold/write-files.ts', import.meta.url).href)}
const files = [{ path: 'a/small', content: 'x' }, { path: 'b', content: 'x'.repeat(100_000) }]
try { writeFiles(process.argv[1], files) } catch (error) { console.log(error.message) }
`

it.skipIf(process.platform === 'win32')('a partly written file is removed', () => {
  const root = mkdtempSync(join(tmpdir(), 'svcapp-write-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const dir = join(root, 'app')
  // No file may be longer than some KB: the next write fails, as on a full disk.
  const script = 'trap "" 25; ulimit -f 8; exec "$@"'
  const argv = ['-c', script, 'sh', process.execPath, '--input-type=module', '-e', writer, dir]
  const { stdout } = spawnSync('sh', argv, { encoding: 'utf8' })

  expect(stdout).toContain('Files already written were removed.')
  expect(existsSync(dir)).toBe(false)
})
