import { describe, expect, it } from 'vitest'

import { forBash, readBashLine } from '../../../src/main/complete/bash.ts'

describe('a bash command line', () => {
  it.each([
    ['app call or', ['call'], 'or', null],
    ['app call ', ['call'], '', null],
    ['app a\\ b "c d" x', ['a b', 'c d'], 'x', null],
    ["app --store 'my st", ['--store'], 'my st', "'"],
    ['app --region=t', [], '--region=t', null],
  ])('splits %j into words', (text, done, current, quote) => {
    expect(readBashLine(text)).toEqual({ done, current, quote })
  })

  it('receives only the text after the last character at which bash splits words', () => {
    const line = readBashLine('app --region=t')

    expect(forBash([{ value: '--region=tr' }], line, '=:@')).toEqual(['tr'])
    expect(forBash([{ value: '--region=tr' }], line, '')).toEqual(['--region=tr'])
  })

  it('contains no character that would close an open quote', () => {
    const line = readBashLine("app --store '")

    expect(forBash([{ value: "it's" }, { value: 'my store' }], line, '')).toEqual(['my store'])
  })
})
