import { describe, expect, it } from 'vitest'

import { asciiOnly } from '../../scripts/build/ascii.ts'

async function run(code: string): Promise<unknown> {
  const url = `data:text/javascript,${encodeURIComponent(`export const result = ${code}`)}`
  const { result } = (await import(url)) as { result: unknown }
  return result
}

describe('a program in pure ASCII', () => {
  it.each([
    ['texts', `['–','…"',"İ\\\\–","😀"]`],
    ['templates', '[`a–${`…`}–`, `\\\\…`]'],
    ['patterns', `['a–b'.replace(/[–…]/g,''), /\\–/.test('–'), /^\\p{L}ı$/u.test('aı'), /^😀{2}$/u.test('😀😀')]`],
  ])('has the same %s', async (_what, code) => {
    const changed = asciiOnly(code)

    expect(changed).toMatch(/^[ -~]*$/)
    expect(await run(changed)).toEqual(await run(code))
  })

  it('keeps source text that a tagged template may read', async () => {
    const code = 'String.raw`–${"…"}`'

    expect(asciiOnly(code)).toBe('String.raw`–${"\\u2026"}`')
    expect(await run(asciiOnly(code))).toBe('–…')
  })

  it('leaves a pure ASCII program unchanged', () => {
    expect(asciiOnly('const a = "b"')).toBe('const a = "b"')
  })
})
