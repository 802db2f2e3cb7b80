import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { DatabaseSync, StatementSync } from 'node:sqlite'

/** Functions that change files outside of a database. */
const changing = ['renameSync', 'writeFileSync', 'rmSync', 'linkSync', 'copyFileSync'] as const

// Functions of an object that replaces their module, with any parameters.
type Functions = Record<string, (...args: unknown[]) => unknown>

/**
 * Does some work and copies the folder at each moment at which `kill -9` could leave it: before and after each file change and each commit, and after
 * each statement. The copies contain all written data, as the system's memory does after a kill. Returns the copies' paths in order.
 */
export async function crashStates(dir: string, to: string, work: () => Promise<unknown>): Promise<string[]> {
  const copies: string[] = []
  // Modules that Node loads meanwhile may keep a watched function.
  let isOver = false
  let isCopying = false
  let last = ''
  const copy = () => {
    if (isCopying || isOver) return
    isCopying = true
    const state = stateOf(dir)
    if (state !== last) {
      last = state
      const path = `${to}-${copies.length}`
      fs.cpSync(dir, path, { recursive: true, filter: (from) => !from.endsWith('lock.db') })
      copies.push(path)
    }
    isCopying = false
  }
  const undone = [
    ...changing.map((name) => around(fs as unknown as Functions, name, copy)),
    around(DatabaseSync.prototype as unknown as Functions, 'exec', copy),
    around(StatementSync.prototype as unknown as Functions, 'run', copy),
  ]
  syncBuiltinESMExports()
  try {
    copy()
    await work()
    copy()
  } finally {
    isOver = true
    for (const undo of undone) undo()
    syncBuiltinESMExports()
  }
  return copies
}

function around(of: Functions, name: string, before: () => void): () => void {
  const real = of[name]
  if (real === undefined) throw new Error(`There is no ${name}.`)
  of[name] = function watched(this: unknown, ...args: unknown[]) {
    before()
    const result = real.apply(this, args)
    before()
    return result
  }
  return () => void (of[name] = real)
}

/** Returns names, sizes and times of all files, because equal states need no second copy. */
function stateOf(dir: string): string {
  return fs
    .readdirSync(dir, { recursive: true, withFileTypes: true })
    .map((one) => {
      const path = `${one.parentPath}/${one.name}`
      const { size, mtimeNs, ino } = fs.statSync(path, { bigint: true })
      return `${path} ${size} ${mtimeNs} ${ino}`
    })
    .toSorted()
    .join('\n')
}
