import { expect, it } from 'vitest'

import { requireWritable } from '../../../src/tasks/check/write-reports.ts'
import { makeContext } from '../../support/context.ts'

it('refuses two reports of the same file, however it is written', () => {
  const context = makeContext({ cwd: '/tmp' })

  expect(() => requireWritable(context, { junit: 'f', sarif: './f' })).toThrow(
    expect.objectContaining({ code: 'usage.invalid', message: '--junit and --sarif name the same file.' }),
  )
  expect(() => requireWritable(context, { junit: 'f', html: 'g', sarif: 'h' })).not.toThrow()
})
