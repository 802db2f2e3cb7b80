import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { readSources } from '../../scripts/generate/commands/source-units.ts'

it.each([
  ['on one line', `const { act } = await import('../tasks/act.ts')`],
  ['broken after its sign', `const { act } =\n      await import('../tasks/act.ts')`],
  ['with a broken list', `const {\n      act,\n    } = await import('../tasks/act.ts')`],
])('a late import %s lists the names that it loads', (_, statement) => {
  const root = mkdtempSync(join(tmpdir(), 'svcapp-units-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  mkdirSync(join(root, 'src/commands'), { recursive: true })
  const text = `export default class Act {\n  async run() {\n    ${statement}\n    act()\n  }\n}\n`
  writeFileSync(join(root, 'src/commands/act.ts'), text)

  const { imports } = readSources(root)

  expect(imports.get('src/commands/act.ts')?.get('act')).toBe('src/tasks/act.ts#act')
})
