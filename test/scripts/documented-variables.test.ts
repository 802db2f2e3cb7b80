import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const named = (text: string) => new Set(text.match(/\bSVCAPP_[A-Z]+(?:_[A-Z]+)*/g))

/** The program sets these for its own processes, and for shells that complete. */
const internal = /^SVCAPP_(?:COMPLETE_|DEV_BACKGROUND$|SYSTEM_NODE$)/

/** The program sets these for the app. */
const forTheApp = named(read('src/dev/processes/app-environment.ts'))

it('the guide lists every variable that the program reads', () => {
  // The kit reads its variables in apps.
  const sources = globSync('src/**/*.ts', { cwd: root }).filter((path) => !path.startsWith('src/kit/'))
  const readBySource = sources.flatMap((path) => [...read(path).matchAll(/(?:env\.|env\[|: )'?(SVCAPP_[A-Z_]+)\b/g)])
  const documented = named(read('docs/guide/environment.md'))

  const missing = [...new Set(readBySource.map(([, name = '']) => name))].filter((name) => !documented.has(name))

  expect(missing.filter((name) => !internal.test(name) && !forTheApp.has(name))).toEqual([])
  expect(documented.size).toBeGreaterThan(10)
})
