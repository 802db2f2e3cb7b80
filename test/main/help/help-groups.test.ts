import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { everyday, helpGroups, startHere } from '../../../src/main/help/help-groups.ts'

const { commands } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../oclif.manifest.json'), 'utf8')) as {
  commands: Readonly<Record<string, { readonly hidden?: boolean }>>
}
const ids = Object.keys(commands).filter((id) => commands[id]?.hidden !== true)
const entries = helpGroups.flatMap((group) => group.entries)

describe('the groups of root help', () => {
  it('list each top-level command and topic exactly once', () => {
    const topLevel = [...new Set(ids.map((id) => id.split(':')[0] ?? ''))].toSorted()

    expect(entries.filter((entry) => !entry.includes(' ')).toSorted()).toEqual(topLevel)
  })

  it('list nothing unknown and nothing twice', () => {
    const isThere = (entry: string) => {
      const id = entry.replaceAll(' ', ':')
      return ids.some((one) => one === id || one.startsWith(`${id}:`))
    }

    expect(entries.filter((entry) => !isThere(entry))).toEqual([])
    expect(new Set(entries).size).toBe(entries.length)
  })

  it('start with existing commands', () => {
    const typed = ids.map((id) => `${id.replaceAll(':', ' ')} `)
    const isThere = (line: string) => typed.some((id) => `${line} `.startsWith(id) || id.startsWith(`${line} `))

    expect([...startHere, ...everyday].map(([line]) => line).filter((line) => !isThere(line))).toEqual([])
  })
})
