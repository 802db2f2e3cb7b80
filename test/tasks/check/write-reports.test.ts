import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { requireWritable } from '../../../src/tasks/check/write-reports.ts'
import { makeContext } from '../../support/context.ts'

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svcapp-reports-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

it('rejects two reports to the same file, however it is written', () => {
  const context = makeContext({ cwd: makeFolder() })

  expect(() => requireWritable(context, { junit: 'f', sarif: './f' })).toThrow(
    expect.objectContaining({ code: 'usage.invalid', message: '--junit and --sarif use the same file.' }),
  )
  expect(() => requireWritable(context, { junit: 'f', html: 'g', sarif: 'h' })).not.toThrow()
})

it('a report is not written through a link, which is reported before anything runs (T20)', () => {
  const cwd = makeFolder()
  const context = makeContext({ cwd })
  const victim = join(cwd, 'victim')
  writeFileSync(victim, 'as it was')
  const folder = makeFolder()
  mkdirSync(join(folder, 'deep'))
  for (const name of ['junit', 'html', 'sarif'] as const) {
    symlinkSync(victim, join(cwd, name))
    symlinkSync(join(cwd, 'nowhere'), join(cwd, `${name}-nowhere`))
    symlinkSync(folder, join(cwd, `${name}-folder`))

    for (const file of [name, `${name}-nowhere`, `${name}-folder/report`, `${name}-folder/deep/report`])
      expect(() => requireWritable(context, { [name]: file })).toThrow(
        expect.objectContaining({ code: 'storage.symlink' }),
      )
  }
  expect(() => requireWritable(context, { junit: victim })).not.toThrow()
  expect(() => requireWritable(context, { junit: '/dev/stdout' })).not.toThrow()
})
