import { describe, expect, it } from 'vitest'

import { areaOf } from '../../src/check/area-of.ts'
import { allChecks, areas } from '../../src/check/areas.ts'
import { chooseChecks, readNames, withNeeds } from '../../src/check/choose.ts'
import { AppError } from '../../src/errors.ts'
import { makeCheck } from './support/make-check.ts'

const all = [
  makeCheck('install.works'),
  makeCheck('signature.genuine', { needs: ['install.works'] }),
  makeCheck('signature.window', { needs: ['signature.genuine'] }),
  makeCheck('once.duplicate', { needs: ['signature.genuine'] }),
]

const idsOf = (checks: readonly { readonly id: string }[]) => checks.map(({ id }) => id)

describe('the selection of checks', () => {
  it('accepts areas and ids, separated by commas or repeated', () => {
    const only = readNames(['once, install.works', 'signature.window'])

    expect(idsOf(chooseChecks(all, { only, skip: [] }))).toEqual([
      'install.works',
      'signature.window',
      'once.duplicate',
    ])
    expect(idsOf(chooseChecks(all, { only: [], skip: ['signature'] }))).toEqual(['install.works', 'once.duplicate'])
    expect(idsOf(chooseChecks(all, { only: ['signature'], skip: ['signature.window'] }))).toEqual(['signature.genuine'])
  })

  it.each([
    ['signatur', 'signature'],
    ['signature.windw', 'signature.window'],
  ])('rejects the unknown name %s and suggests the nearest known name', (name, meant) => {
    const choose = () => chooseChecks(all, { only: [], skip: [name] })

    expect(choose).toThrow(AppError)
    expect(choose).toThrow(expect.objectContaining({ code: 'usage.invalid' }))
    expect(choose).toThrow(expect.objectContaining({ suggestions: expect.arrayContaining([`Did you mean ${meant}?`]) }))
  })

  it('rejects a selection without checks', () => {
    expect(() => chooseChecks(all, { only: ['once'], skip: ['once'] })).toThrow('No check is left')
  })

  it('adds the checks that a selected check needs, directly or indirectly', () => {
    const chosen = chooseChecks(all, { only: ['signature.window'], skip: [] })

    expect(idsOf(withNeeds(all, chosen))).toEqual(['install.works', 'signature.genuine', 'signature.window'])
  })
})

describe('the list of checks', () => {
  it('has unique ids that begin with their area, and contains every needed check', () => {
    const ids = idsOf(allChecks)

    expect(new Set(ids).size).toBe(ids.length)
    for (const { id, checks } of areas) expect(checks.map((check) => areaOf(check.id))).toEqual(checks.map(() => id))
    expect(ids).toEqual(expect.arrayContaining(allChecks.flatMap(({ needs }) => needs)))
  })
})
