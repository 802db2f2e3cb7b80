import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { writeFileAtomic } from '../../src/storage/files.ts'

it('the next write removes the leftovers of a killed write, but no write in progress (P15)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svcapp-abandoned-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const put = (name: string, secondsAgo: number) => {
    const file = join(folder, name)
    writeFileSync(file, 'half a sec')
    const at = Date.now() / 1000 - secondsAgo
    utimesSync(file, at, at)
  }
  put('.secrets.json.77e268ca5b50.tmp', 61)
  put('.secrets.json.88e268ca5b50.tmp', 50)
  put('.other.json.77e268ca5b50.tmp', 3600)
  put('.secrets.json.mine.tmp', 3600)
  put('.secrets.json.77e268ca5b50.tmp.txt', 3600)

  writeFileAtomic({ path: join(folder, 'secrets.json'), content: '{}' })

  expect(readFileSync(join(folder, 'secrets.json'), 'utf8')).toBe('{}')
  expect(new Set(readdirSync(folder))).toEqual(
    new Set([
      '.other.json.77e268ca5b50.tmp',
      '.secrets.json.77e268ca5b50.tmp.txt',
      '.secrets.json.88e268ca5b50.tmp',
      '.secrets.json.mine.tmp',
      'secrets.json',
    ]),
  )
})
