import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import { registrationName } from '../../../src/project/toml/project-file-name.ts'
import {
  folderRegistrations,
  registrationFile,
  registrationNames,
} from '../../../src/project/toml/registration-files.ts'

function makeFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-registrations-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  writeFileSync(join(dir, 'app.toml'), 'key = "app.acme.loyalty"\n')
  writeFileSync(join(dir, 'app.staging.toml'), '# no key\n')
  writeFileSync(join(dir, 'app.production.toml'), 'key = "app.acme.production"\n')
  writeFileSync(join(dir, 'app.Backup copy.toml'), '')
  mkdirSync(join(dir, 'app.folder.toml'))
  return dir
}

describe('the registrations in a folder', () => {
  it('are app.toml and the files with a valid name', () => {
    expect(registrationNames(makeFolder())).toEqual(['folder', 'production', 'staging'])
    expect(folderRegistrations(makeFolder())).toEqual([
      { config: null, file: 'app.toml', key: 'app.acme.loyalty' },
      { config: 'folder', file: 'app.folder.toml', key: null },
      { config: 'production', file: 'app.production.toml', key: 'app.acme.production' },
      { config: 'staging', file: 'app.staging.toml', key: null },
    ])
  })

  it.each([
    ['/a/app.toml', null],
    ['/a/app.staging.toml', 'staging'],
    ['/a/other.toml', null],
  ])('%s has the name %s', (file, name) => {
    expect(registrationName(file)).toBe(name)
  })

  it('an unknown name fails with the available names', () => {
    const dir = makeFolder()

    expect(() => registrationFile(dir, 'stagin')).toThrow(
      expect.objectContaining({
        code: 'project.unknown-config',
        message: `app.stagin.toml does not exist in ${dir}.`,
        details: { file: join(dir, 'app.stagin.toml'), found: ['folder', 'production', 'staging'] },
      }),
    )
  })

  it.each(['', '../staging', 'a/b', 'a\\b', 'Staging', '.', 'a.b', 'con'])('rejects the name %j', (name) => {
    expect(() => registrationFile(makeFolder(), name)).toThrow(expect.objectContaining({ code: 'usage.invalid' }))
  })
})
