import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'

import { AppError } from '../../src/errors.ts'
import { changeAppToml, loadProject, parseAppToml } from '../../src/project/app-toml.ts'
import { redactSecrets } from '../../src/protocol/redact.ts'
import { PROJECT_ADVICE } from '../../src/storage/files.ts'

const good = 'key = "app.acme.loyalty"\nname = "Loyalty"\n'

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-project-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

function write(content: string | Uint8Array): { dir: string; file: string } {
  const dir = folder()
  const file = join(dir, 'app.toml')
  writeFileSync(file, content)
  return { dir, file }
}

function failure(work: () => unknown): AppError {
  try {
    work()
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('It did not fail.')
}

describe('app.toml', () => {
  it('is read with its defaults: a global app, installed per region (APP-001 INST-058)', () => {
    expect(parseAppToml(good, 'app.toml')).toEqual({
      key: 'app.acme.loyalty',
      name: 'Loyalty',
      installScope: 'region',
      countries: [],
      price: null,
      redirectUris: ['http://127.0.0.1:3000/auth/callback'],
      scopes: { required: [], optional: [] },
      webhooks: { path: '/webhooks', topics: [], url: null },
      manifest: null,
      dev: {
        command: ['npm', 'start'],
        port: 3000,
        installPath: '/auth/start',
        watch: ['src', 'package.json', '.env'],
      },
      check: { accepted: [] },
      live: null,
    })
  })

  it('is read with all possible settings (APP-001 INST-022 INST-056)', () => {
    const text = `${good}install_scope = "store"
countries = ["TR", "DE"]
redirect_uris = ["https://app.example/cb"]
[scopes]
required = ["orders.read"]
optional = ["customers.read"]
[webhooks]
path = "/hooks"
topics = ["order.paid", "app.uninstalled"]
url = "https://app.example/hooks"
[manifest]
app_url = "https://app.example"
[[manifest.slots]]
type = "fullpage"
path = "panel"
label = "Loyalty"
[dev]
command = ["node", "src/server.ts"]
port = 4000
install_path = "/begin"
[targets.live]
base_url = "https://api.example"
admin_url = "https://store.example"
client_id = "cli_0123"
tunnel = "loyalty"
tunnel_url = "https://dev.example"
`

    expect(parseAppToml(text, 'app.toml')).toMatchObject({
      installScope: 'store',
      countries: ['TR', 'DE'],
      price: null,
      redirectUris: ['https://app.example/cb'],
      scopes: { required: ['orders.read'], optional: ['customers.read'] },
      webhooks: { path: '/hooks', topics: ['order.paid', 'app.uninstalled'], url: 'https://app.example/hooks' },
      manifest: {
        renderMode: 'iframe',
        appUrl: 'https://app.example',
        slots: [{ type: 'fullpage', path: 'panel', label: 'Loyalty' }],
      },
      dev: { command: ['node', 'src/server.ts'], port: 4000, installPath: '/begin' },
      live: {
        baseUrl: 'https://api.example',
        adminUrl: 'https://store.example',
        clientId: 'cli_0123',
        tunnel: 'loyalty',
        tunnelUrl: 'https://dev.example',
      },
    })
  })

  it('is found in a parent folder', () => {
    const { dir, file } = write(good)
    mkdirSync(join(dir, 'src', 'deep'), { recursive: true })

    expect(loadProject({ cwd: join(dir, 'src', 'deep') })).toMatchObject({ dir, file })
  })

  it('is reported as missing, with instructions to create one', () => {
    const error = failure(() => loadProject({ cwd: folder() }))

    expect(error).toMatchObject({ code: 'project.not-found', oclif: { exit: 3 } })
    expect(error.suggestions.join(' ')).toContain('app init')
  })

  it.each([
    ['empty', '', 'project.invalid', 1, /key is missing/],
    ['truncated in a list', `${good}countries = ["TR",`, 'project.malformed', 3, /invalid TOML/],
    ['a bracket missing', `${good}countries = ["TR"\nprice = "1"`, 'project.malformed', 3, /:3:18: invalid TOML/],
    [
      'a comma missing before a comment',
      `${good}countries = [\n  "TR" # home\n\n  # the next\n  "DE"\n]`,
      'project.malformed',
      4,
      /:4:7: invalid TOML/,
    ],
    [
      'a list that is not ended before a table',
      `${good}countries = [\n[dev]\nport = 1\n`,
      'project.malformed',
      4,
      /:4:2: invalid TOML: invalid value \(the list on line 3 is not closed\)\.$/,
    ],
    [
      'a wrong value behind a list',
      `${good}countries = ["]", '['] # [\nprice = x`,
      'project.malformed',
      4,
      /: invalid value\.$/,
    ],
    [
      'a closing quote missing',
      'key = "app.acme.a"\r\nname = "Walk\r\nport = 1',
      'project.malformed',
      2,
      /:2:13: invalid TOML: the string has no closing quote\.$/,
    ],
    ['truncated in a text', 'key = "app.acme', 'project.malformed', 1, /invalid TOML/],
    ['binary', Buffer.from([0x6b, 0x00, 0x01, 0xff, 0xfe]), 'project.malformed', 1, /UTF-8/],
    [
      'bad UTF-8 on its third line',
      Buffer.concat([Buffer.from(good), Buffer.from([0x23, 0xc3, 0x28])]),
      'project.malformed',
      3,
      /UTF-8/,
    ],
    ['UTF-16', Buffer.from(`\ufeff${good}`, 'utf16le'), 'project.malformed', 1, /UTF-8/],
    ['duplicate keys', `${good}name = "Again"`, 'project.malformed', 3, /invalid TOML/],
    ['a table twice', `${good}[dev]\nport = 1\n[dev]\n`, 'project.malformed', 5, /invalid TOML/],
    ['__proto__', `${good}__proto__ = 1`, 'project.invalid', 3, /__proto__ is unknown/],
    ['__proto__ as a table', `${good}[__proto__]\nport = 1`, 'project.invalid', 3, /__proto__ is unknown/],
    ['constructor', `${good}[dev.constructor]\nx = 1`, 'project.invalid', 3, /constructor is unknown/],
    ['a number for a text', 'key = "app.acme.loyalty"\nname = 7', 'project.invalid', 2, /name is a number, not text/],
    ['a text for a list', `${good}countries = "TR"`, 'project.invalid', 3, /countries is text, not a list/],
    ['a list for a table', `${good}dev = [1]`, 'project.invalid', 3, /dev is a list, not a table/],
    ['a text for a number', `${good}[dev]\nport = "3000"`, 'project.invalid', 4, /dev\.port is text/],
    ['a port out of range', `${good}[dev]\nport = 70000`, 'project.invalid', 4, /from 1 to 65535/],
    [
      'a number in a list',
      `${good}countries = [\n  "TR",\n  5,\n]`,
      'project.invalid',
      5,
      /countries\[1\] is a number/,
    ],
    ['a table for a list of tables', `${good}[manifest]\nslots = 1`, 'project.invalid', 4, /\[\[manifest\.slots\]\]/],
    ['a date', 'key = 2026-11-21\nname = "x"', 'project.invalid', 1, /key is a date/],
    [
      'a control character',
      'key = "app.acme.loyalty"\nname = "a\\u001b[31m"',
      'project.invalid',
      2,
      /control character/,
    ],
    ['a dot segment', `${good}[webhooks]\npath = "/a/../b"`, 'project.invalid', 4, /Use "\/b"/],
    ['a watched path above', `${good}[dev]\nwatch = ["src", "../lib"]`, 'project.invalid', 4, /outside the project/],
    ['a watched path from the root', `${good}[dev]\nwatch = ["/etc"]`, 'project.invalid', 4, /outside the project/],
    ['another host', `${good}[dev]\ninstall_path = "//evil.example"`, 'project.invalid', 4, /starts with one \//],
    ['a path that is not ASCII', `${good}[webhooks]\npath = "/ş"`, 'project.invalid', 4, /Use "\/%C5%9F"/],
    ['depth', `${good}x = ${'['.repeat(5000)}`, 'project.malformed', 3, /invalid TOML/],
  ])(
    'that is invalid (%s) is rejected with file, line, key and exit code 3 (P13)',
    (...[, content, code, line, words]) => {
      const { dir, file } = write(content)

      const error = failure(() => loadProject({ cwd: dir }))

      expect(error).toMatchObject({ code, oclif: { exit: 3 } })
      expect(error.message).toMatch(words)
      expect(error.message).toContain(`${file}:${line}:`)
    },
  )

  it('may begin with a byte order mark (P13)', () => {
    expect(loadProject({ cwd: write(`\ufeff${good}`).dir }).config.key).toBe('app.acme.loyalty')
  })

  it('of 50 MB is rejected without being read (P13)', () => {
    const { dir, file } = write(good)
    truncateSync(file, 50 * 1024 * 1024)

    const error = failure(() => loadProject({ cwd: dir }))

    expect(error).toMatchObject({ code: 'project.unreadable', details: { file, line: 1 } })
  })

  it('that is a folder is rejected (P13)', () => {
    const dir = folder()
    mkdirSync(join(dir, 'app.toml'))

    expect(failure(() => loadProject({ cwd: dir })).code).toBe('project.unreadable')
  })

  it('reports all problems at once, in the order of the file (P13)', () => {
    const text = `key = "acme.loyalty"\n[webhooks]\ntopic = []\nname = 1\n`

    const error = failure(() => parseAppToml(text, 'app.toml'))

    expect(error.message.split('\n').map((line) => line.slice(0, 11))).toEqual(
      ['app.toml:1: key', 'app.toml:1: nam', 'app.toml:3: web', 'app.toml:4: web'].map((line) => line.slice(0, 11)),
    )
    expect(error.details['problems']).toHaveLength(4)
  })

  it('lists wrong scopes briefly with similar ones, and refers once to the allowed values', () => {
    const text = `${good}[scopes]\nrequired = ["order.read", "ORDERS.WRITE", "orders.delete-all", "foo", 7]`

    const error = failure(() => parseAppToml(text, 'app.toml'))

    expect(error.message.split('\n')).toEqual([
      'app.toml:4: scopes.required[0] is "order.read". Did you mean orders.read?',
      'app.toml:4: scopes.required[1] is "ORDERS.WRITE". Did you mean orders.write?',
      'app.toml:4: scopes.required[2] is "orders.delete-all". Did you mean orders.read, orders.write or orders.costs.write?',
      'app.toml:4: scopes.required[3] is "foo".',
      'app.toml:4: scopes.required[4] is a number, not text.',
    ])
    expect(error.suggestions).toEqual(['List the allowed values: `app scopes`'])
    expect(error.details['problems']).toContainEqual(
      expect.objectContaining({
        key: 'scopes.required[3]',
        allowed: expect.stringContaining('"orders.read" or ') as string,
      }),
    )
    const both = failure(() => parseAppToml(`${text}\noptional = ["bar"]`, 'app.toml'))
    expect(both.suggestions).toEqual(error.suggestions)
  })

  it.each([
    ['webhooks.topics', '[webhooks]\ntopics = ["order.payed"]', /Did you mean order\.paid\?/],
    ['a key', 'redirect_uri = ["x"]', /redirect_uri is unknown\. Did you mean redirect_uris\?/],
    ['a scope', '[scopes]\nrequired = ["order.read"]', /Did you mean orders\.read\?/],
    ['a nested key', '[dev]\nports = 1', /dev\.ports is unknown\. Did you mean port\?/],
  ])('suggests the most similar word for a typo: %s', (_what, text, words) => {
    expect(failure(() => parseAppToml(`${good}${text}`, 'app.toml')).message).toMatch(words)
  })

  it.each([
    ['EVT-015', 'order.created'],
    ['EVT-016', 'order.paid'],
    ['EVT-017', 'order.shipped'],
    ['EVT-018', 'order.cancelled'],
    ['EVT-019', 'order.refunded'],
    ['EVT-020', 'fulfillment.requested'],
    ['EVT-021', 'shipment.create_requested'],
    ['EVT-022', 'invoice.submit_requested'],
    ['EVT-023', 'app.uninstalled'],
  ])('%s subscribes to %s', (_rule, topic) => {
    const text = `${good}[webhooks]\ntopics = ["${topic}"]`

    expect(parseAppToml(text, 'app.toml').webhooks.topics).toEqual([topic])
  })

  it('accepts the nine topics and no other (EVT-014 EVT-031)', () => {
    const error = failure(() => parseAppToml(`${good}[webhooks]\ntopics = ["order.exploded"]`, 'app.toml'))

    expect(error.message).toContain('app.toml:4: webhooks.topics[0] is "order.exploded"')
    expect(error.message).toContain('app.uninstalled')
  })

  it.each(['acme.sync', 'app.acme', 'app..x', 'app.acme.', 'app.Acme.x', 'app.a.b.c', 'app.a.b/../c', ''])(
    'rejects the key %j (APP-005)',
    (key) => {
      const error = failure(() => parseAppToml(`key = ${JSON.stringify(key)}\nname = "x"`, 'app.toml'))

      expect(error.message).toContain('app.<company>.<name>')
    },
  )

  it('rejects a client_id without its prefix (APP-009)', () => {
    const error = failure(() => parseAppToml(`${good}[targets.live]\nclient_id = "abc"`, 'app.toml'))

    expect(error.message).toMatch(/targets\.live\.client_id does not start with cli_/)
  })

  it.each([
    ['http off this machine', 'http://example.com'],
    ['loopback written otherwise', 'http://2130706433'],
    ['credentials that hide the host', 'https://localhost@evil.example'],
    ['a scheme of its own', 'file:///etc'],
    ['a query', 'https://api.example/?x='],
  ])('rejects a base_url with %s (T31)', (_what, url) => {
    const text = `${good}[targets.live]\nbase_url = ${JSON.stringify(url)}`

    expect(failure(() => parseAppToml(text, 'app.toml')).message).toContain('app.toml:4: targets.live.base_url')
  })

  it('rejects a redirect address with a fragment (INST-027)', () => {
    const error = failure(() => parseAppToml(`${good}redirect_uris = ["https://a.example/cb#x"]`, 'app.toml'))

    expect(error.message).toMatch(/redirect_uris\[0\] contains a fragment/)
  })

  it('rejects an unknown install scope (INST-057)', () => {
    expect(failure(() => parseAppToml(`${good}install_scope = "planet"`, 'app.toml')).message).toMatch(
      /"region" or "store"/,
    )
  })

  it('rejects a render mode other than iframe (EMB-004)', () => {
    expect(failure(() => parseAppToml(`${good}[manifest]\nrender_mode = "js"`, 'app.toml')).message).toContain('iframe')
  })

  it.each(['https://other.example/x', '//other.example/x', '/panel', '\\\\other.example'])(
    'rejects the slot path %j and reports its line (EMB-029 EMB-030 EMB-031)',
    (path) => {
      const slot = `[[manifest.slots]]\ntype = "fullpage"\nlabel = "L"\npath = ${JSON.stringify(path)}`

      expect(failure(() => parseAppToml(`${good}${slot}`, 'app.toml')).message).toContain(
        'app.toml:6: manifest.slots[0].path is not relative',
      )
    },
  )

  it.each([
    ['a date that does not exist', 'until = "2027-02-30"', /accepted\[0\]\.until is "2027-02-30", not a date/],
    ['a date without quotes', 'until = 2027-03-01', /accepted\[0\]\.until .*a date in quotes, such as "2027-03-01"/],
    ['no date', '', /accepted\[0\]\.until is missing/],
  ])('rejects an accepted finding with %s', (_, until, words) => {
    const text = `${good}[[check.accepted]]\nid = "signature.window"\nreason = "Old proxy."\n${until}\n`

    expect(failure(() => parseAppToml(text, 'app.toml')).message).toMatch(words)
  })

  it('rejects a finding that is accepted twice in the list', () => {
    const entry = '[[check.accepted]]\nid = "signature.window"\nreason = "Old proxy."\nuntil = "2027-03-01"\n'

    expect(parseAppToml(good + entry, 'app.toml').check.accepted).toEqual([
      { id: 'signature.window', reason: 'Old proxy.', until: '2027-03-01' },
    ])
    expect(failure(() => parseAppToml(good + entry + entry, 'app.toml')).message).toContain(
      'check.accepted[1].id contains signature.window twice.',
    )
  })

  it('requires type, path and label of a slot (EMB-020)', () => {
    const error = failure(() => parseAppToml(`${good}[[manifest.slots]]\ntype = "fullpage"`, 'app.toml'))

    expect(error.message).toMatch(/slots\[0\]\.path is missing[\s\S]*slots\[0\]\.label is missing/)
  })

  it('rejects a scope that is both required and optional (INST-023)', () => {
    const text = `${good}[scopes]\nrequired = ["orders.read"]\noptional = ["orders.read"]`

    expect(failure(() => parseAppToml(text, 'app.toml')).message).toContain('app.toml:5: scopes.optional[0]')
  })

  it.each([
    ['a client secret', `cs_${'Ab12'.repeat(16)}`],
    ['a token', `svcapp_1001_7_${'ab'.repeat(32)}`],
    ['a signing secret', 'ab'.repeat(32)],
  ])(
    'rejects %s anywhere, even in a comment or in a broken file, and never shows it (GEN-003 T35)',
    (_what, secret) => {
      for (const text of [`${good}# ${secret}`, `${good}x = "${secret}"`, `${good}[[\n${secret}`]) {
        const error = failure(() => parseAppToml(text, 'app.toml'))

        expect(error.code).toBe('project.contains-secret')
        expect(error.message).toMatch(/app\.toml:[34]:/)
        expect(JSON.stringify([error.message, error.suggestions, error.details])).not.toContain(secret.slice(-20))
      }
    },
  )

  it('rejects exactly the values that the redactor would mask (T35)', () => {
    const parts = [
      'Bearer ',
      'BEARER%20',
      'authorization: ',
      '"Authorization":"',
      'cs_',
      'CS_',
      'svcapp_',
      'svcapp_1_2_',
      '.',
      ' ',
    ]
    const words = fc.oneof(
      fc.constantFrom(...parts, 'a1'.repeat(32), 'F0'.repeat(40), 'docs_folder'),
      fc.stringMatching(/^[\w. -]{1,20}$/),
    )
    fc.assert(
      fc.property(fc.array(words, { maxLength: 6 }), (some) => {
        const line = `# ${some.join('')}`
        const isRefused = (() => {
          try {
            parseAppToml(`${good}${line}\n`, 'app.toml')
            return false
          } catch (error) {
            return (error as AppError).code === 'project.contains-secret'
          }
        })()

        expect(isRefused).toBe(redactSecrets(line) !== line)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('the addresses of the live platform', () => {
  const live = (base: string, admin = 'https://store.example') =>
    `${good}[targets.live]\nbase_url = "${base}"\nadmin_url = "${admin}"\n`

  it.each([
    [
      'https://api.example/api/apps/v1',
      'https://store.example',
      'base_url has the path /api/apps/v1',
      'Enter https://api.example instead.',
    ],
    [
      'https://api.example/x/api/apps/',
      'https://store.example',
      'base_url has the path /api/apps/',
      'Enter https://api.example/x instead.',
    ],
    [
      'https://api.example',
      'https://store.example/admin/plugins',
      'admin_url has the path /admin/plugins',
      'Enter https://store.example instead.',
    ],
    [
      'https://api.example?a=b',
      'https://store.example',
      'base_url contains a query',
      'Enter https://api.example instead.',
    ],
    [
      'https://api.example/',
      'https://api.example/store',
      'admin_url has the same origin as base_url',
      'Correct one of the URLs.',
    ],
  ])('rejects %s with %s', (base, admin, what, instead) => {
    const { code, message } = failure(() => parseAppToml(live(base, admin), 'app.toml'))

    expect([code, message]).toEqual(['project.invalid', expect.stringContaining(`targets.live.${what}`)])
    expect(message).toContain(instead)
  })

  it('accepts a path on the platform, and one origin on this machine', () => {
    expect(parseAppToml(live('https://api.example/eu', 'https://admin.example/shop'), 'app.toml').live).toMatchObject({
      baseUrl: 'https://api.example/eu',
      adminUrl: 'https://admin.example/shop',
    })
    expect(parseAppToml(live('http://127.0.0.1:1', 'http://127.0.0.1:1/store'), 'app.toml').live?.clientId).toBeNull()
  })
})

describe('a change of one value in app.toml', () => {
  const commented = `# mine\nkey = "app.acme.loyalty" # the key\nname = "Loyalty"\n\n[dev] # here\nport = 3000 # the port\n`

  it('keeps comments and order', () => {
    const { file } = write(commented)

    const config = changeAppToml(file, [{ path: ['dev', 'port'], value: 4000 }]).write()

    expect(config.dev.port).toBe(4000)
    expect(readFileSync(file, 'utf8')).toBe(commented.replace('3000', '4000'))
  })

  it.each([
    ['in its table', ['dev', 'install_path'], '/go', 'port = 3000 # the port\ninstall_path = "/go"\n'],
    [
      'in a new table',
      ['targets', 'live', 'client_id'],
      'cli_1',
      '# the port\n\n[targets.live]\nclient_id = "cli_1"\n',
    ],
    ['at the root', ['countries'], ['TR'], 'name = "Loyalty"\ncountries = ["TR"]\n'],
  ] as const)('adds a key %s', (...[, path, value, expected]) => {
    const { file } = write(commented)

    changeAppToml(file, [{ path, value }]).write()

    expect(readFileSync(file, 'utf8')).toContain(expected)
  })

  it('adds a key to an inline table', () => {
    const { file } = write(`${good}targets = { live = { client_id = "cli_1" } }\n`)

    const config = changeAppToml(file, [
      { path: ['targets', 'live', 'base_url'], value: 'https://api.example' },
    ]).write()

    expect(config.live).toMatchObject({ baseUrl: 'https://api.example', clientId: 'cli_1' })
  })

  it('leaves the file unchanged if the result would be wrong', () => {
    const { file } = write(commented)

    expect(failure(() => changeAppToml(file, [{ path: ['dev', 'port'], value: 0 }]).write()).code).toBe(
      'project.invalid',
    )
    expect(readFileSync(file, 'utf8')).toBe(commented)
  })

  it('reports no line for a value that is not in the file', () => {
    const { file } = write(commented)
    const edit = (value: string) => [{ path: ['targets', 'live', 'base_url'], value }]

    const insecure = failure(() => changeAppToml(file, edit('http://api.example')).write())
    const secret = failure(() => changeAppToml(file, edit(`cs_${'ab'.repeat(32)}`)).write())

    expect(insecure.message).toMatch(/^targets\.live\.base_url uses http, which/)
    expect(secret.message).toBe('The value for targets.live.base_url looks like a secret. Nothing was written.')
  })

  it('writes several values together, and none of them if one is wrong', () => {
    const { file } = write(commented)
    const name = { path: ['name'], value: 'Points' }

    const refusal = failure(() => changeAppToml(file, [name, { path: ['dev', 'port'], value: 0 }]).write())
    expect([refusal.code, readFileSync(file, 'utf8')]).toEqual(['project.invalid', commented])

    const { write: writeBoth, after } = changeAppToml(file, [name, { path: ['dev', 'port'], value: 4000 }])
    expect(readFileSync(file, 'utf8')).toBe(commented)
    expect(writeBoth()).toMatchObject({ name: 'Points', dev: { port: 4000 } })
    expect(readFileSync(file, 'utf8')).toBe(after)
  })

  it('is not written through a symbolic link (T20)', () => {
    const { file } = write(commented)
    const link = join(folder(), 'app.toml')
    symlinkSync(file, link)

    const { code, suggestions } = failure(() => changeAppToml(link, [{ path: ['name'], value: 'x' }]).write())

    expect([code, suggestions]).toEqual(['storage.symlink', [PROJECT_ADVICE]])
    expect(readFileSync(file, 'utf8')).toBe(commented)
  })

  it('keeps the file readable for the team', () => {
    const { file } = write(commented)
    changeAppToml(file, [{ path: ['name'], value: 'x' }]).write()

    expect(statSync(file).mode & 0o444).toBe(0o444)
  })
})
