import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { rejectOldSqlite } from '../../../journal/journal.ts'
import { ok, warning, failed, type Check } from '../check.ts'

const remedy = 'Install Node 24 from https://nodejs.org.'

export const node: Check = {
  id: 'node',
  group: 'machine',
  title: 'Node',
  run: ({ context: { runtime, packageRoot } }) => {
    const { versions } = runtime
    const { engines } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
      engines: { node: string }
    }
    const details = { ...versions, needed: engines.node }
    if (!satisfies(versions.node, engines.node)) {
      return failed(`${versions.node}, but ${engines.node} is needed`, { remedy, details })
    }
    rejectOldSqlite(versions.sqlite)
    const found = `${versions.node} with SQLite ${versions.sqlite}`
    if (!runtime.systemNodeTooOld) return ok(found, { details })
    return warning(`${found}, from this checkout. The machine's own Node is too old`, { remedy, details })
  },
}

/** Returns whether a version satisfies a range of `^x.y.z` and `>=x` joined by `||`, which is all that `engines` uses. bin/run.js starts with the same test. */
export function satisfies(version: string, range: string): boolean {
  const actual = numbers(version)
  return range.split('||').some((part) => {
    const [, sign, wanted = ''] = /^\s*(\^|>=)\s*([\d.]+)/.exec(part) ?? []
    const least = numbers(wanted)
    if (sign === '^' && actual[0] !== least[0]) return false
    const differs = [0, 1, 2].find((at) => (actual[at] ?? 0) !== (least[at] ?? 0))
    return sign !== undefined && (differs === undefined || (actual[differs] ?? 0) > (least[differs] ?? 0))
  })
}

function numbers(version: string): number[] {
  return version.split('.').map((part) => Number.parseInt(part, 10))
}
