import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

import { temporaryFolder } from '../kit/support.ts'

const program = join(import.meta.dirname, '../../scripts/plain-words.mjs')

function docs(readme: string) {
  const root = temporaryFolder()
  writeFileSync(join(root, 'package.json'), '{}')
  writeFileSync(join(root, 'README.md'), readme)
  const { status, stdout } = spawnSync(process.execPath, [program, '--area', 'docs', '--list', '--root', root], {
    encoding: 'utf8',
  })
  return { status, stdout }
}

it('accepts plain sentences, and any words in code', () => {
  expect(docs('# App\n\nThe app rejected the delivery.\n\n`nobody`\n')).toMatchObject({ status: 0 })
})

it('reports the line of a sentence with a hidden subject', () => {
  const { status, stdout } = docs('# App\n\nPlain.\n\nNobody is told what was refused.\n')

  expect(status).toBe(1)
  expect(stdout).toMatch(/^README\.md:5 {2}docs {2}nobody/m)
})
