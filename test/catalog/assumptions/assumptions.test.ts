import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { commandIds } from '../../../scripts/generate/commands/command-files.ts'
import { assumptions } from '../../../src/catalog/assumptions/assumptions.ts'
import { endpoints } from '../../../src/catalog/catalog.ts'
import { settingFacts } from '../../../src/catalog/settings.ts'
import { decisionIds } from '../../support/decision-ids.ts'

const known = commandIds(join(import.meta.dirname, '../../..'))

describe('the assumptions', () => {
  it('are complete, unique and in order', () => {
    expect(
      assumptions.map(({ id }) => id),
      'test/support/decision-ids.ts counts them',
    ).toEqual(decisionIds)
  })

  it('are full sentences of one or two lines', () => {
    for (const { id, question, choice } of assumptions) {
      for (const text of [question, choice]) expect(text, id).toMatch(/^\S.{2,220}\.$/)
    }
  })

  it.each(endpoints.map((endpoint) => [endpoint.id, endpoint] as const))(
    '%s refers only to existing assumptions',
    (_, { assumed }) => {
      expect(assumed.filter((id) => !decisionIds.includes(id))).toEqual([])
    },
  )

  it('have at most one setting each, and each setting refers back to its assumption', () => {
    const named = Object.entries(settingFacts).flatMap(([name, { assumption }]) =>
      assumption === null ? [] : [`${assumption} ${name}`],
    )

    expect(
      assumptions.flatMap(({ id, setting }) => (setting === undefined ? [] : [`${id} ${setting}`])).toSorted(),
    ).toEqual(named.toSorted())
  })

  it.each(assumptions.flatMap(({ command }) => command ?? []))('the command %s exists', (command) => {
    const words = command.split(' ').slice(1)
    const ids = words.map((_, at) => words.slice(0, at + 1).join(':'))

    expect(ids.some((id) => known.includes(id))).toBe(true)
  })
})
