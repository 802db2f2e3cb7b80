import { existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { readyFile } from '../../../src/tasks/dev/ready-file.ts'
import { makeContext } from '../../support/context.ts'

it('deletes and writes no file through a linked folder (T20)', () => {
  const [{ cwd }, { cwd: elsewhere }] = [makeContext(), makeContext()]
  symlinkSync(elsewhere, join(cwd, 'link'))
  writeFileSync(join(elsewhere, 'ready.json'), 'precious')

  expect(() => readyFile(cwd, 'link/ready.json')).toThrow(expect.objectContaining({ code: 'storage.symlink' }))
  expect(existsSync(join(elsewhere, 'ready.json'))).toBe(true)
})

it('rejects the name of a folder with usage.invalid', () => {
  const { cwd } = makeContext()

  expect(() => readyFile(cwd, '.')).toThrow(
    expect.objectContaining({ code: 'usage.invalid', message: 'Cannot write --ready-file ..' }),
  )
})
