import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { createNodeSend } from '../../../src/client/node-send.ts'
import ManifestValidate from '../../../src/commands/manifest/validate.ts'
import { makeApp } from '../../support/app.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeProject, plainAppToml } from '../../support/project.ts'

/** To the apps of these tests. */
const send = createNodeSend({ builtin: process.getBuiltinModule, env: {} })

const good = { renderMode: 'iframe', appUrl: 'https://panel.example', installScope: 'region', slots: [] }

async function validate(manifest: object | string) {
  const made = makeProject({ send })
  const text = typeof manifest === 'string' ? manifest : JSON.stringify(manifest)
  writeFileSync(join(made.cwd, 'manifest.json'), text)
  const { exit, stdout } = await runCommand(ManifestValidate, ['manifest.json', '--json'], made.context)
  return { exit, ...(JSON.parse(stdout) as Report) }
}

interface Report {
  readonly ok: boolean
  readonly slots: readonly { readonly type: string; readonly status: number | null }[]
  readonly problems: readonly { readonly path: string; readonly code: string; readonly message: string }[]
  readonly warnings: Report['problems']
}

describe('app manifest validate', () => {
  it('accepts a valid manifest', async () => {
    expect(await validate(good)).toEqual({ exit: 0, ok: true, slots: [], problems: [], warnings: [] })
  })

  it.each([
    ['EMB-004 EMB-005', { renderMode: 'native' }, 'renderMode'],
    ['EMB-006 EMB-007', { appUrl: undefined }, 'appUrl'],
    ['EMB-009', { appUrl: 'http://panel.example' }, 'appUrl'],
    ['EMB-014', { appUrl: 'data:text/html,x' }, 'appUrl'],
    ['EMB-018', { installScope: 'world' }, 'installScope'],
    ['EMB-029', { slots: [{ type: 'settings', path: 'https://panel.example/x', label: 'S' }] }, 'slots[0].path'],
    ['EMB-030', { slots: [{ type: 'settings', path: '//panel.example/x', label: 'S' }] }, 'slots[0].path'],
  ])('%s reports the field that prevents the panel from opening, and exits with 11', async (_rule, fields, path) => {
    const report = await validate({ ...good, ...fields })

    expect([report.exit, report.ok, report.problems.map((one) => one.path)]).toEqual([11, false, [path]])
  })

  it('rejects a panel on the origin of the target’s admin (EMB-013)', async () => {
    const { urls } = makeProject()

    const report = await validate({ ...good, appUrl: `${urls.admin}/panel` })

    expect([report.exit, report.problems[0]?.code]).toEqual([11, 'app-url-same-origin'])
  })

  it('a slot of unknown type is a warning, because the platform drops it (EMB-027)', async () => {
    const report = await validate({ ...good, slots: [{ type: 'footer', path: 'x', label: 'X' }] })

    expect([report.exit, report.ok, report.warnings.map(({ code }) => code)]).toEqual([0, true, ['slot-type-unknown']])
  })

  it('reports invalid JSON as a problem of the whole manifest', async () => {
    expect(await validate('{')).toMatchObject({ exit: 11, ok: false, problems: [{ path: '', code: 'not-an-object' }] })
  })

  it.each([
    ['its manifest is good', '[manifest]\nrender_mode = "iframe"\n', 0, []],
    ['it has none', '', 11, ['']],
    [
      'a slot leads away',
      '[manifest]\nrender_mode = "iframe"\n[[manifest.slots]]\ntype = "settings"\npath = "//x"\nlabel = "S"\n',
      11,
      ['slots[0].path'],
    ],
  ])('validates the manifest in app.toml without a file argument: %s', async (_what, toml, code, paths) => {
    const { context } = makeProject({ appToml: plainAppToml + toml })

    const { exit, stdout } = await runCommand(ManifestValidate, ['--json'], context)

    expect([exit, (JSON.parse(stdout) as Report).problems.map(({ path }) => path)]).toEqual([code, paths])
  })

  it('lists the slots with the status of their pages, and warns about a missing page', async () => {
    const app = await makeApp(({ target }, response) => void response.writeHead(target === '/panel' ? 401 : 404).end())
    const slots = [
      { type: 'fullpage', path: 'panel', label: 'Panel' },
      { type: 'order-detail', path: 'order', label: 'Order' },
      { type: 'footer', path: 'x', label: 'X' },
    ]

    const report = await validate({ ...good, appUrl: `http://127.0.0.1:${app.port}`, slots })
    const elsewhere = await validate({ ...good, slots })

    expect([report.exit, report.ok, report.slots.map(({ type, status }) => [type, status])]).toEqual([
      0,
      true,
      [
        ['fullpage', 401],
        ['order-detail', 404],
      ],
    ])
    expect(report.warnings.map(({ code }) => code)).toEqual(['slot-type-unknown', 'slot-page-missing'])
    expect(report.warnings[1]?.message).toBe(
      'The slot order-detail shows an error because the app responds with 404 at /order. Add the page or remove the slot.',
    )
    expect(elsewhere.slots.map(({ status }) => status)).toEqual([null, null])
  })

  it('requests the slots in app.toml from the app on this machine, whatever its public address', async () => {
    const app = await makeApp((_, response) => void response.writeHead(200).end())
    const appToml = `${plainAppToml}[manifest]
render_mode = "iframe"
app_url = "https://panel.example"
[[manifest.slots]]
type = "settings"
path = "s"
label = "Settings"
[dev]
command = ["true"]
port = ${app.port}
`
    const { context } = makeProject({ appToml, send })

    const shown = await runCommand(ManifestValidate, [], context)

    expect(shown.stdout).toBe('The store admin opens this panel.\n  settings "Settings" at /s: HTTP 200\n')
    expect(app.seen[0]?.headers).not.toHaveProperty('cookie')
    await app.close()
    expect((await runCommand(ManifestValidate, [], context)).stdout).toContain(
      '  settings "Settings" at /s\nThe app is not running on this machine, so its pages were not requested.\n',
    )
  })

  it('lists each invalid field as text, and rejects a missing file', async () => {
    const { context, cwd } = makeProject()
    writeFileSync(join(cwd, 'm.json'), '{"renderMode":"iframe"}')

    const shown = await runCommand(ManifestValidate, ['m.json'], context)
    const missing = await runCommand(ManifestValidate, ['no.json'], context)

    expect(shown.stdout).toMatch(/does not open a panel\.\n {2}appUrl: appUrl is required/)
    expect([missing.exit, missing.error?.code]).toEqual([2, 'usage.invalid'])
  })
})
