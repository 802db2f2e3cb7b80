import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { expect, it } from 'vitest'

import { mergeTypes } from '../../scripts/build/merge-types.ts'
import { kitPackage } from '../../src/scaffold/kit-package.ts'
import { makeContext } from '../support/context.ts'

function folderWith(files: Readonly<Record<string, string>>): string {
  const { cwd } = makeContext()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true })
    writeFileSync(join(cwd, path), text)
  }
  return cwd
}

const groupOf = (path: string) => (path === 'door' ? null : 'parts')

it('merges type files and keeps the remaining imports', () => {
  const dir = folderWith({
    'door.d.ts': `import type { A } from './a/a.js';\nexport type * from './a/a.js';\nexport declare const one: A;\n`,
    'a/a.d.ts': `import type { B } from '../b.js';\nexport interface A {\n    b: B;\n    c: import("../b.js").C;\n}\n`,
    'b.d.ts': `import type { Server } from 'node:http';\nexport type B = Server;\nexport type C = 1;\n`,
  })

  mergeTypes(dir, groupOf)

  const [door, parts] = ['door.d.ts', 'parts.d.ts'].map((name) => readFileSync(join(dir, name), 'utf8'))
  expect(door).toContain(`export type { A } from './parts.js';`)
  expect(parts).toMatch(/^import \{ type Server \} from 'node:http';\n[\s\S]*b: B;\n {4}c: C;\n/)
  expect(() => readFileSync(join(dir, 'b.d.ts'))).toThrow('ENOENT')
})

it('rejects two types of one file with the same name', () => {
  const dir = folderWith({ 'a.d.ts': 'export type A = 1;\n', 'b.d.ts': 'export type A = 2;\n' })

  expect(() => mergeTypes(dir, groupOf)).toThrow('Two types of parts have the name A.')
})

it('packs at most 40 files and 120 kB into the kit', () => {
  const { bytes } = kitPackage(join(import.meta.dirname, '../..'))
  const names = execFileSync('tar', ['tzf', '-'], { input: bytes, encoding: 'utf8' }).trim().split('\n')

  expect(names.length).toBeLessThanOrEqual(40)
  expect(bytes.length).toBeLessThan(120_000)
})

it('packs types whose comments contain no escaped backquote', () => {
  const { bytes } = kitPackage(join(import.meta.dirname, '../..'))
  const types = execFileSync('tar', ['xzOf', '-', '--wildcards', '*.d.ts'], { input: bytes, encoding: 'utf8' })

  expect(types).toContain('Opens the database and runs jobs in this process until `stop`.')
  expect(types).not.toContain('\\`')
})
