import { describe, expect, it } from 'vitest'

import { adviceForBoth } from '../../src/errors/advice.ts'
import { errorCodes, type ErrorCode } from '../../src/errors/codes.ts'
import { codeExplanations } from '../../src/errors/explanations/all.ts'
import { style } from '../../src/terminal/style.ts'
import { explanationList, explanationView, exitView } from '../../src/views/explanations.ts'

const codes = Object.entries(errorCodes).map(([code, facts]) => ({ code, ...facts }))
/** As `app explain` shows it when no target is named. */
function shown(code: ErrorCode) {
  const { example = null, check = [], fix, ...rest } = codeExplanations[code]
  return { code, ...errorCodes[code], ...rest, example, check: adviceForBoth(check), fix: adviceForBoth(fix) }
}

const looks = (width: number) => ({ width, style: style(false) })

describe('an explanation', () => {
  it.each([50, 80, 120])('is wrapped at words in %i columns', (width) => {
    for (const one of codes) {
      const text = explanationView(shown(one.code as ErrorCode), looks(width))
      const tooLong = text.split('\n').filter((line) => line.length > width && !/[`"]|http|\$ /.test(line))
      expect(tooLong, one.code).toEqual([])
    }
  })

  it('aligns the text after a dash below its first word', () => {
    const one = shown('api.forbidden')

    expect(explanationView(one, looks(50))).toMatchInlineSnapshot(`
      "api.forbidden  exit 5
      The token lacks the scope that the endpoint
      requires (403).

      Usual causes
        - app.toml does not request the scope.
        - The scope was added after the install, and
          scopes are frozen at install.
        - The scope is optional, and the owner did not
          grant it.

      How to check
        - \`app scopes orders.read\` shows whether
          app.toml and the install have the scope.
        - \`app context\` lists the token's scopes.

      How to fix
        - On the emulator: Add the scope to [scopes] in
          app.toml, then run \`app register\` and
          \`app install\`.
        - With --target live: Add the scope to [scopes]
          in app.toml and to requested_scopes in the
          developer console, then run \`app install\`,
          which revokes the current token."
    `)
  })

  it('appears below the name of its area in the list', () => {
    const text = explanationList(
      codes.filter(({ code }) => /^(cli|pin)\./.test(code)),
      looks(80),
    )

    expect(text).toMatch(/^cli\ncli\.interrupted {2}exit 130\n {4}Stopped/)
    expect(text).toContain('\n\npin\npin.ambiguous')
  })

  it('of an exit code lists its error codes below it', () => {
    const text = exitView(
      { exit: 9, meaning: 'Partial failure.', codes: codes.filter(({ exit }) => exit === 9) },
      looks(80),
    )

    expect(text).toMatch(/^exit 9 {2}Partial failure\.\n\napi\napi\.partial-failure {2}exit 9\n {4}The platform/)
  })
})
