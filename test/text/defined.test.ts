import { describe, expect, expectTypeOf, it } from 'vitest'

import { defined } from '../../src/text/defined.ts'

describe('an object without undefined members', () => {
  it('keeps null, false, zero and the empty string, in their order', () => {
    const given = { none: undefined, nothing: null, no: false, zero: 0, empty: '' }

    expect(Object.keys(defined(given))).toEqual(['nothing', 'no', 'zero', 'empty'])
  })

  it('has a type with optional members in place of possibly undefined ones, and no other change', () => {
    const given: { readonly id: number; readonly name: string | undefined } = { id: 1, name: undefined }

    expect(defined(given)).toEqual({ id: 1 })
    expectTypeOf(defined(given)).toEqualTypeOf<{ readonly id: number } & { readonly name?: string }>()
    expectTypeOf<{ name?: string }>().not.toEqualTypeOf<{ name?: string | undefined }>()
  })
})
