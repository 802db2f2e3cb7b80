import { describe, expect, it } from 'vitest'

import { isCi, style, wantsColour } from '../../src/terminal/style.ts'

describe('style', () => {
  it('puts SGR codes around text if color is on, and nothing otherwise', () => {
    expect(style(true).red('no')).toBe('\u001b[31mno\u001b[39m')
    expect(style(true).bold('')).toBe('')
    expect(style(false).red('no')).toBe('no')
  })
})

describe('wantsColour', () => {
  it.each([
    [{}, true, true],
    [{}, false, false],
    [{ NO_COLOR: '1' }, true, false],
    [{ NO_COLOR: '' }, true, true],
    [{ TERM: 'dumb' }, true, false],
    [{ CI: 'true' }, true, false],
    [{ FORCE_COLOR: '1' }, false, true],
    [{ FORCE_COLOR: '0' }, true, false],
    [{ FORCE_COLOR: '1', NO_COLOR: '1', CI: '1' }, false, true],
  ])('with %j on a terminal (%s) is %s', (env, isTerminal, expected) => {
    expect(wantsColour(env, isTerminal)).toBe(expected)
  })
})

describe('isCi', () => {
  it.each([
    [{ CI: 'true' }, true],
    [{ CI: '1' }, true],
    [{ CI: 'false' }, false],
    [{ CI: '' }, false],
    [{}, false],
  ])('%j is %s', (env, expected) => {
    expect(isCi(env)).toBe(expected)
  })
})
