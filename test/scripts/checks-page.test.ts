import { existsSync, readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { checksPage } from '../../scripts/generate/checks-page.ts'
import { shownBy, unchecked } from '../../scripts/generate/reference/other-rules.ts'
import { allChecks } from '../../src/check/areas.ts'

const named = new Set(allChecks.flatMap(({ rules }) => rules))

it('a rule has its own check, is covered by another one, or has a reason for no check', () => {
  const others = [...Object.values(shownBy).flat(), ...unchecked.flatMap(({ rules }) => rules)]

  expect(others.filter((rule, at) => others.indexOf(rule) !== at)).toEqual([])
  expect(others.filter((rule) => named.has(rule))).toEqual([])
  expect(Object.keys(shownBy).filter((id) => !allChecks.some((check) => check.id === id))).toEqual([])
})

/** The list of all rules, which is no part of this project; named by the environment where it is to be compared. */
const list = process.env['SVCAPP_RULES'] ?? ''

it.runIf(existsSync(list))('the page lists every rule for apps', () => {
  const page = checksPage(allChecks)
  const rules = JSON.parse(readFileSync(list, 'utf8')) as { readonly id: string; readonly side: string | string[] }[]

  const missing = rules.filter(({ id, side }) => [side].flat().includes('app') && !page.includes(id))

  expect(missing.map(({ id }) => id)).toEqual([])
})
