import { describe, expect, it } from 'vitest'

import { fitsPattern, wholePattern } from '../../src/control/path-pattern.ts'
import { atThisSpeed, processorTime } from '../support/machine/machine-load.ts'

describe('a path pattern', () => {
  it.each([
    ['/orders', '/api/apps/v1/orders'],
    ['orders/*', '/api/apps/v1/orders/*'],
    ['/api/apps/oauth/token', '/api/apps/oauth/token'],
    ['*/costs', '*/costs'],
  ])('%s expands to %s', (given, whole) => {
    expect(wholePattern(given)).toBe(whole)
  })

  it.each([
    ['/a', '/a', true],
    ['/a', '/ab', false],
    ['/a*', '/a', true],
    ['/a*', '/a/b/c', true],
    ['*b', '/a/b', true],
    ['*b', '/a/bc', false],
    ['/a*b*c', '/a1b2c', true],
    ['/a*b*c', '/a1c2b', false],
    ['/a*a', '/a', false],
    ['/ab*bc', '/abc', false],
    ['/a*b*b', '/ab', false],
    ['/a*b*b', '/abb', true],
    ['*', '/anything', true],
    ['/a**c', '/abc', true],
    ['*aa*a*', '/aa', false],
    ['*aa*a*', '/aaa', true],
  ])('the pattern %s and the path %s: %s', (pattern, path, fits) => {
    expect(fitsPattern(path, pattern)).toBe(fits)
  })

  it('matches quickly even if the pattern is built to be slow (T14)', () => {
    const passed = processorTime()

    expect(fitsPattern('/'.padEnd(4000, 'a'), `${'*a'.repeat(150)}*b`)).toBe(false)

    expect(passed()).toBeLessThan(atThisSpeed(50))
  })
})
