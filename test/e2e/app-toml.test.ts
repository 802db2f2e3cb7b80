import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { afterAll, describe, expect, it } from 'vitest'

import { failureOf, makeMachine } from './support/machine.ts'
import { makeProject } from './support/platform.ts'

/** No emulator: a broken file is reported before anything else is looked for. */
const machine = makeMachine()
afterAll(async () => machine.close())

const good = 'key = "app.acme.loyalty"\nname = "Loyalty"\n'

const broken: readonly (readonly [string, string | Buffer, number | null, RegExp])[] = [
  ['an empty file', '', null, /key/],
  ['a file that ends in the middle', `${good}redirect_uris = ["http://127`, 3, /./],
  ['a binary file', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1, 2, 0xff]), null, /./],
  ['bad UTF-8', Buffer.concat([Buffer.from(`${good}# `), Buffer.from([0xc3, 0x28, 0x0a])]), null, /UTF-8/i],
  ['a key twice', `${good}name = "Other"\n`, 3, /name is defined twice/],
  ['an unknown key', `${good}scope = "orders.read"\n`, 3, /scope/],
  ['a wrong type', `${good}[dev]\nport = "3000"\n`, 4, /port/],
  ['a number out of range', `${good}[dev]\nport = 70000\n`, 4, /port/],
  ['a scope that does not exist', `${good}[scopes]\nrequired = ["orders.raed"]\n`, 4, /orders\.read/],
  ['a topic that does not exist', `${good}[webhooks]\ntopics = ["order.creatd"]\n`, 4, /order\.created/],
  ['a key that is not an app key', 'name = "L"\nkey = "loyalty"\n', 2, /app\.<company>\.<name>/],
  ['__proto__', `${good}[__proto__]\npolluted = true\n`, 3, /__proto__/],
  ['an install scope that does not exist', `${good}install_scope = "shop"\n`, 3, /region.*store/],
  ['a redirect address with a fragment', `${good}redirect_uris = ["https://a.example/#x"]\n`, 3, /fragment/],
  ['T31 an http address of the live platform', `${good}[targets.live]\nbase_url = "http://api.example"\n`, 4, /http/],
]

describe('a broken app.toml, through the binary', () => {
  it.each(broken)(
    '%s exits with 3 and shows file and line without a stack trace (P13)',
    async (_, text, line, words) => {
      const { dir, run } = await fresh()
      const file = join(dir, 'app.toml')
      writeFileSync(file, text)
      const before = readdirSync(dir)

      const failure = failureOf(await run(['register', '--json']))
      const plain = await run(['register'])

      expect(failure.exit).toBe(3)
      expect(failure.code).toMatch(/^project\.(invalid|malformed|unreadable)$/)
      expect(`${failure.message} ${failure.hint}`).toMatch(words)
      expect(failure.message).toContain(line === null ? file : `${file}:${line}`)
      expect(plain.exit).toBe(3)
      expect(plain.stdout).toBe('')
      expect(plain.stderr).toContain(file)
      expect(plain.stderr).not.toMatch(/^\s+at /m)
      expect(readdirSync(dir)).toEqual(before)
    },
  )

  it('rejects a secret in app.toml without repeating it (GEN-003 T35)', async () => {
    const { dir, run } = await fresh()
    const secret = `cs_${'5ec7e7'.repeat(10)}`
    writeFileSync(join(dir, 'app.toml'), `${good}client_secret = "${secret}"\n`)

    const ended = await run(['register', '--json'])

    expect(failureOf(ended)).toMatchObject({ exit: 3, code: 'project.contains-secret' })
    expect(failureOf(ended).message).toContain(`${join(dir, 'app.toml')}:3`)
    expect(ended.stdout + ended.stderr).not.toContain(secret)
  })

  it('rejects a file of 50 MB without parsing it (P13)', async () => {
    const { dir, run } = await fresh()
    writeFileSync(join(dir, 'app.toml'), `${good}${'# padding\n'.repeat(5_000_000)}`)

    const ended = await run(['register', '--json'])

    // Its content is valid, so a parsed file would lead to another error.
    expect(failureOf(ended)).toMatchObject({ exit: 3, code: 'project.unreadable' })
  })
})

let project: ReturnType<typeof makeProject> | undefined

function fresh(): ReturnType<typeof makeProject> {
  project ??= makeProject(machine)
  return project
}
