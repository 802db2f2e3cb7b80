import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import Upgrade from '../../../src/commands/upgrade.ts'
import { applyUpgrade } from '../../../src/scaffold/upgrade/apply-upgrade.ts'
import { PROJECT_ADVICE } from '../../../src/storage/files.ts'
import { runCommand } from '../../support/command/command.ts'
import { makeContext } from '../../support/context.ts'
import { plainApp } from '../../support/dev/scaffolded.ts'
import { add, appBehind, commitAll, edit, filesOf, newApp, oldApp, uncommitted } from '../../support/old-app.ts'

const packageRoot = join(import.meta.dirname, '../../..')

function contextIn(cwd: string, env: Readonly<Record<string, string>> = {}) {
  return makeContext({ cwd, packageRoot, env: { PATH: process.env['PATH'], ...env } })
}

const upgrade = (dir: string, ...flags: string[]) => runCommand(Upgrade, flags, contextIn(dir))

/** The text of a file of the template as it is now. */
const textNow = (path: string) => filesOf(newApp()).get(path) ?? ''

describe('app upgrade of an app of an older version', () => {
  it('turns an unmodified app into the output of app init today, except for app.toml', async () => {
    const text = textNow('src/order-slot.ts')
    const dir = appBehind({
      'src/panel.ts': '// Then.\n',
      'src/old/gone.ts': '// Then.\n',
      'src/order-slot.ts': null,
      'src/old/order-slot.ts': text,
    })
    // It had one slot then.
    edit(dir, 'app.toml', (toml) => toml.replace(/\[\[manifest\.slots\]\]\ntype = "order-detail"[^[]*/, ''))
    commitAll(dir)
    const appToml = readFileSync(join(dir, 'app.toml'), 'utf8')

    const { exit, stdout } = await upgrade(dir)

    expect(exit).toBe(0)
    expect(stdout).toMatch(/Upgraded to the template node/)
    expect(stdout).toMatch(/slot order-detail/)
    expect(filesOf(dir)).toEqual(filesOf(newApp()).set('app.toml', appToml))
    expect((await upgrade(dir, '--check')).exit).toBe(0)
  })

  it.each([
    ['package-lock.json', 'npm'],
    ['pnpm-lock.yaml', 'pnpm'],
    ['bun.lock', 'bun'],
  ])('suggests next steps with the package manager that wrote %s', async (lock, manager) => {
    const dir = appBehind({ 'src/panel.ts': '// Then.\n' })
    rmSync(join(dir, 'package-lock.json'))
    add(dir, lock, lock.endsWith('.json') ? '{}' : '')
    commitAll(dir)

    const { stdout } = await upgrade(dir)

    expect(stdout).toContain(`Next:\n  ${manager} install\n  ${manager} run test\n  app check\n`)
  })

  it('keeps changes of the owner and reports conflicts', async () => {
    const text = textNow('src/order-slot.ts')
    const dir = appBehind({
      'README.md': '# {{name}}\n\nThe end of then.\n',
      'src/order-slot.ts': null,
      'src/old/order-slot.ts': text,
    })
    edit(dir, 'README.md', () => '# Loyalty\n\nThe end of then.\n\n## Ours\n\nAsk Nadia.\n')
    edit(
      dir,
      'package.json',
      (json) => `\ufeff${json.replace('"types": "tsc"', '"types": "tsc",\n    "ours": "true"')}`,
    )
    edit(dir, 'src/old/order-slot.ts', (then) => `${then}// Ours.\n`)
    add(dir, 'src/ours/points.ts', "import { orderSlot } from '../old/order-slot.ts'\n")
    rmSync(join(dir, 'test/app.test.ts'))
    commitAll(dir)

    const { exit, stdout, error } = await upgrade(dir)

    const after = filesOf(dir)
    expect([exit, error?.code, error?.message]).toEqual([
      11,
      'upgrade.conflicts',
      'Conflicts in README.md, src/ours/points.ts.',
    ])
    expect(after.get('README.md')).toMatch(/<<<<<<< HEAD\n[\s\S]*Ask Nadia\.\n=======\n[\s\S]*\n>>>>>>> svcapp-/)
    expect(stdout).toMatch(
      /conflict {2}src\/ours\/points\.ts: it imports src\/old\/order-slot\.ts, which is now src\/order-slot\.ts/,
    )
    const [mark = '', ...json] = after.get('package.json') ?? ''
    expect(mark).toBe('\ufeff')
    expect(JSON.parse(json.join(''))).toMatchObject({ scripts: { ours: 'true', types: 'tsc' } })
    expect(after.get('src/ours/points.ts')).toBe("import { orderSlot } from '../old/order-slot.ts'\n")
    expect(after.has('test/app.test.ts')).toBe(false)
    expect(after.get('src/order-slot.ts')).toMatch(/\/\/ Ours\.\n$/)
  })

  it('guesses no base if the app does not have it', async () => {
    const dir = oldApp()
    rmSync(join(dir, '.svcapp/base'))
    commitAll(dir)

    const { exit, error } = await upgrade(dir)

    expect([exit, error?.code]).toEqual([3, 'upgrade.base-unknown'])
    expect(error?.suggestions?.join('\n')).toContain(
      `npx svcapp@0.0.1 init ${plainApp.key} --template node --dir ../fresh-app`,
    )
    expect(uncommitted(dir)).toEqual([])
  })
})

describe('app upgrade', () => {
  it('reports that nothing needs an upgrade', async () => {
    const dir = newApp()
    commitAll(dir)

    const { exit, stdout } = await upgrade(dir)

    expect([exit, stdout]).toEqual([0, expect.stringContaining('The app is at the template node')])
    expect(uncommitted(dir)).toEqual([])
  })

  it('merges changes of different lines and marks conflicts as git does', async () => {
    const now = filesOf(newApp())
    const text = now.get('src/panel.ts') ?? ''
    const first = text.split('\n')[0] ?? ''
    const dir = appBehind({
      'src/panel.ts': text.replace(first, '// The line of then.'),
      'src/order-paid.ts': '// Then.\n',
    })
    edit(dir, 'src/panel.ts', (then) => `${then}// Mine, at the end.\n`)
    edit(dir, 'src/order-paid.ts', () => '// Mine.\n')
    commitAll(dir)

    const { exit, error, stdout } = await upgrade(dir)

    expect([exit, error?.code]).toEqual([11, 'upgrade.conflicts'])
    expect(filesOf(dir).get('src/panel.ts')).toBe(`${text}// Mine, at the end.\n`)
    expect(filesOf(dir).get('src/order-paid.ts')).toMatch(
      /^<<<<<<< HEAD\n\/\/ Mine\.\n=======\n[\s\S]*>>>>>>> svcapp-\d/,
    )
    expect(stdout).toMatch(/merged {2}src\/panel\.ts/)
    expect(stdout).toMatch(/conflict {2}src\/order-paid\.ts: .*Resolve the conflict markers/)
  })

  it('follows a file that the template moved, with the owner’s change in it', async () => {
    const text = filesOf(newApp()).get('src/order-slot.ts') ?? ''
    const dir = appBehind({ 'src/order-slot.ts': null, 'src/slots.ts': text })
    edit(dir, 'src/slots.ts', (then) => `${then}// Mine.\n`)
    add(dir, 'src/mine.ts', "import { orderSlot } from './slots.ts'\n")
    commitAll(dir)

    const { exit, stdout } = await upgrade(dir)

    expect(exit).toBe(11)
    expect(stdout).toMatch(/conflict {2}src\/mine\.ts: it imports src\/slots\.ts, which the template no longer has/)
    expect(stdout).toMatch(/merged {2}src\/order-slot\.ts/)
    expect(filesOf(dir).get('src/order-slot.ts')).toBe(`${text}// Mine.\n`)
    expect(filesOf(dir).has('src/slots.ts')).toBe(false)
  })

  it('adds new files, removes old ones, and does not restore files that the owner deleted', async () => {
    const dir = appBehind({
      'src/panel.ts': null,
      'src/old/gone.ts': '// Then.\n',
      'src/order-slot.ts': '// Then.\n',
    })
    rmSync(join(dir, 'src/order-slot.ts'))
    commitAll(dir)

    const { exit, stdout } = await upgrade(dir)

    expect(exit).toBe(0)
    expect(existsSync(join(dir, 'src/panel.ts'))).toBe(true)
    expect(existsSync(join(dir, 'src/old'))).toBe(false)
    expect(existsSync(join(dir, 'src/order-slot.ts'))).toBe(false)
    expect(stdout).toMatch(/2 added, 2 updated, 1 removed/)
    expect(stdout).toMatch(/stays deleted {2}src\/order-slot\.ts/)
  })

  it('reports a folder on one side and a file of the same name on the other', async () => {
    const dir = appBehind({ 'src/panel.ts': null, 'migrations/0001_paid_orders.sql': null })
    add(dir, 'src/panel.ts/mine.ts', '// Mine.\n')
    rmSync(join(dir, 'migrations'), { recursive: true })
    add(dir, 'migrations', '// Mine, too.\n')
    commitAll(dir)

    const { exit, error, stdout } = await upgrade(dir)

    expect([exit, error?.code]).toEqual([11, 'upgrade.conflicts'])
    expect(stdout).toMatch(/conflict {2}src\/panel\.ts~svcapp-\S+: you have a folder with that name/)
    expect(stdout).toMatch(/conflict {2}migrations~HEAD: the template now has a folder with that name/)
    const after = filesOf(dir)
    expect(after.get('src/panel.ts/mine.ts')).toBe('// Mine.\n')
    expect(after.get('migrations~HEAD')).toBe('// Mine, too.\n')
  })

  it('keeps a changed file that the template no longer has, and reports it', async () => {
    const dir = appBehind({ 'src/old.ts': '// Then.\n' })
    edit(dir, 'src/old.ts', () => '// Mine, and it is all another one.\n')
    commitAll(dir)

    const { exit, stdout } = await upgrade(dir)

    expect(exit).toBe(11)
    expect(filesOf(dir).get('src/old.ts')).toBe('// Mine, and it is all another one.\n')
    expect(stdout).toMatch(/conflict {2}src\/old\.ts: .*no longer has it/)
  })

  it('does not treat other line endings as a change', async () => {
    const dir = appBehind({ 'src/panel.ts': '// Then.\n' })
    for (const path of filesOf(dir).keys())
      if (path.startsWith('src/')) edit(dir, path, (text) => text.replaceAll('\n', '\r\n'))
    commitAll(dir)

    const { exit } = await upgrade(dir)

    const now = filesOf(newApp()).get('src/panel.ts') ?? ''
    expect(exit).toBe(0)
    expect(filesOf(dir).get('src/panel.ts')).toBe(now.replaceAll('\n', '\r\n'))
  })

  it('does not touch other folders of the same repository', async () => {
    const dir = appBehind({ 'src/panel.ts': '// Then.\n' })
    const outer = join(dir, '..')
    rmSync(join(dir, '.git'), { recursive: true })
    commitAll(outer)
    writeFileSync(join(outer, 'notes.txt'), 'not committed')

    expect((await upgrade(dir)).exit).toBe(0)
    expect(readFileSync(join(outer, 'notes.txt'), 'utf8')).toBe('not committed')
  })
})

describe('app upgrade that only checks', () => {
  it('exits with 11 for an outdated app and prints a patch that updates it', async () => {
    const dir = appBehind({ 'src/panel.ts': '// Then.\n' })

    const check = await upgrade(dir, '--check', '--json')
    const dry = await upgrade(dir, '--dry-run')

    expect([check.exit, check.error?.code]).toEqual([11, 'upgrade.behind'])
    expect(JSON.parse(check.stdout)).toMatchObject({
      applied: false,
      changes: expect.arrayContaining([{ path: 'src/panel.ts', kind: 'updated', conflict: null }]) as object[],
    })
    expect(dry.exit).toBe(0)
    expect(dry.stdout).toMatch(/^diff --git a\/src\/panel\.ts b\/src\/panel\.ts\n[\s\S]*\n-\/\/ Then\.\n\+/m)
    expect(dry.stdout).toMatch(/^Binary files \/dev\/null and b\/vendor\/svcapp-kit-[\d.]+\.tgz differ$/m)
    expect(dry.stdout).toMatch(/^deleted file mode \d+\nindex .*\n.*a\/\.svcapp\/template\.json/m)
    expect(uncommitted(dir)).toEqual([])
  })
})

describe('app upgrade changes nothing and suggests the next step', () => {
  it('with uncommitted changes in an app that is up to date, because no file would be overwritten', async () => {
    const dir = newApp()
    add(dir, 'src/new.ts', '')
    const before = filesOf(dir)

    const current = await upgrade(dir)
    mkdirSync(join(dir, '.svcapp-upgrade'))
    writeFileSync(join(dir, '.svcapp-upgrade/0.old'), '')
    const stopped = await upgrade(dir)
    rmSync(join(dir, '.svcapp-upgrade'), { recursive: true })

    expect([current.exit, current.stdout]).toEqual([0, expect.stringContaining('The app is at the template')])
    expect([stopped.exit, stopped.error?.code]).toEqual([3, 'upgrade.not-committed'])
    expect(filesOf(dir)).toEqual(before)
  })

  it('with uncommitted changes', async () => {
    const dir = appBehind({ 'src/panel.ts': '// Then.\n' })
    edit(dir, 'src/app.ts', (text) => `${text}//`)
    add(dir, 'src/new.ts', '')
    const before = filesOf(dir)

    const changed = await upgrade(dir)
    rmSync(join(dir, '.git'), { recursive: true })
    const alone = await upgrade(dir)

    expect([changed.exit, changed.error?.code]).toEqual([3, 'upgrade.not-committed'])
    expect(changed.error?.message).toMatch(/src\/app\.ts, src\/new\.ts/)
    expect([alone.exit, alone.error?.code]).toEqual([3, 'upgrade.not-committed'])
    expect(alone.error?.message).toMatch(/not in a Git repository/)
    expect(filesOf(dir)).toEqual(before)
  })

  it('without running a program that only the repository specifies', async () => {
    const dir = appBehind({ 'src/old.ts': 'export {}\n' })
    const ran = join(dir, '../ran')
    const program = join(dir, '../program.sh')
    writeFileSync(program, `#!/bin/sh\necho "$0" >> ${ran}\ncat\n`, { mode: 0o755 })
    const hooks = join(dir, '.git/hooks')
    for (const hook of ['post-index-change', 'reference-transaction', 'query-watchman']) {
      writeFileSync(join(hooks, hook), `#!/bin/sh\necho ${hook} >> ${ran}\n`, { mode: 0o755 })
    }
    const config = (...args: string[]) => execFileSync('git', ['-C', dir, 'config', ...args])
    config('core.fsmonitor', program)
    config('core.sshCommand', program)
    const promised = { 'remote.p.url': 'ssh://h/p', 'remote.p.promisor': 'true', 'remote.p.uploadpack': program }
    for (const [name, value] of Object.entries(promised)) config(name, value)

    await upgrade(dir, '--check')
    await upgrade(dir, '--dry-run')
    config('filter.f.clean', program)
    writeFileSync(join(dir, '.git/info/attributes'), '* filter=f\n')
    // Git compares contents where the times differ.
    utimesSync(join(dir, 'package.json'), 1, 1)
    const filtered = await upgrade(dir)
    config('--unset', 'filter.f.clean')
    const upgraded = await upgrade(dir)

    expect(existsSync(ran)).toBe(false)
    expect([filtered.exit, filtered.error?.code]).toEqual([3, 'upgrade.not-committed'])
    expect(filtered.error?.message).toContain('Git needs the program in filter.f.clean')
    expect(upgraded.exit).toBe(0)
  })

  it('without git', async () => {
    const dir = appBehind({ 'src/panel.ts': '// Then.\n' })

    const { exit, error } = await runCommand(Upgrade, [], contextIn(dir, { PATH: join(dir, 'none') }))

    expect([exit, error?.code]).toEqual([3, 'upgrade.no-git'])
  })

  it('for an app of a newer version', async () => {
    const dir = appBehind({})
    edit(dir, '.svcapp/template.json', (text) => text.replace(/"version": "[^"]*"/, '"version": "99.0.0"'))
    commitAll(dir)

    expect((await upgrade(dir)).error?.code).toBe('upgrade.tool-older')
  })

  it('through a link (T20)', async () => {
    const dir = appBehind({ 'src/panel.ts': null })
    rmSync(join(dir, 'src'), { recursive: true })
    const elsewhere = join(dir, '../elsewhere')
    mkdirSync(elsewhere)
    symlinkSync(elsewhere, join(dir, 'src'))
    commitAll(dir)

    const { error } = await upgrade(dir)

    expect([error?.code, error?.suggestions]).toEqual(['storage.symlink', [PROJECT_ADVICE]])
    expect(filesOf(elsewhere).size).toBe(0)
    expect(uncommitted(dir)).toEqual([])
  })

  it('if writing a file fails halfway, and restores the files already written', () => {
    const dir = newApp()
    const before = filesOf(dir)
    const writes = new Map([
      ['src/app.ts', Buffer.from('new')],
      ['src/fresh/new.ts', Buffer.from('new')],
      ['src/panel.ts', null],
      // A file stands where its folder belongs.
      ['src/order-paid.ts/inner.ts', Buffer.from('new')],
    ])

    expect(() => applyUpgrade(dir, { writes })).toThrow(
      expect.objectContaining({ code: 'storage.unwritable', suggestions: [PROJECT_ADVICE] }),
    )
    expect(filesOf(dir)).toEqual(before)
  })
})

describe('app upgrade of an app of the template node before the kit', () => {
  it('replaces its files with files of an app on the kit, and keeps changes of the owner', async () => {
    const dir = oldApp()
    edit(dir, 'src/totals.ts', (text) => `${text}// Ours.\n`)
    commitAll(dir)
    const own = ['.git', 'app.toml', 'src/totals.ts']

    const { exit, error } = await upgrade(dir)

    const isOwn = (path: string) => own.includes(path)
    expect([exit, error?.message]).toEqual([11, 'Conflicts in src/totals.ts.'])
    expect([...filesOf(dir)].filter(([path]) => !isOwn(path))).toEqual(
      [...filesOf(newApp())].filter(([path]) => !isOwn(path)),
    )
    expect(readFileSync(join(dir, 'app.toml'), 'utf8')).toMatch(
      /^#:schema \.\/node_modules\/svcapp-kit\/app\.schema\.json$/m,
    )
    commitAll(dir)
    expect(await upgrade(dir, '--check')).toMatchObject({ exit: 0 })
  })
})

describe('app upgrade --base', () => {
  it('uses a folder with the original app as the base', async () => {
    const [fresh, dir] = [oldApp(), oldApp()]
    rmSync(join(dir, '.svcapp'), { recursive: true })
    commitAll(dir)

    const { exit, error } = await upgrade(dir, '--base', fresh)

    expect([exit, error?.code]).toEqual([0, undefined])
    expect(existsSync(join(dir, 'src/app.ts'))).toBe(true)
  })

  it('shows no version and template in its advice if the app does not record them', async () => {
    const dir = oldApp()
    rmSync(join(dir, '.svcapp'), { recursive: true })
    commitAll(dir)

    const { error } = await upgrade(dir, '--check')

    expect(error?.code).toBe('upgrade.base-unknown')
    expect(error?.suggestions?.join('\n')).toMatch(/that created it, then run: app upgrade --base \.\.\/fresh-app$/)
    expect(error?.suggestions?.join('\n')).not.toContain('<')
  })

  it('accepts a base for an app that has a folder with the name of a template file', async () => {
    const [fresh, dir] = [oldApp(), oldApp()]
    rmSync(join(dir, '.svcapp'), { recursive: true })
    rmSync(join(dir, 'README.md'))
    add(dir, 'README.md/own.txt', 'Mine.\n')
    commitAll(dir)

    const { exit, error } = await upgrade(dir, '--base', fresh, '--check')

    expect([exit, error?.code]).toEqual([11, 'upgrade.conflicts'])
  })

  it('rejects the base of another template', async () => {
    const dir = oldApp()

    const { exit, error } = await upgrade(dir, '--base', appBehind({}), '--check')

    expect([exit, error?.code]).toEqual([3, 'upgrade.base-unknown'])
    expect(error?.message).toMatch(/^This app was not created from the template in /)
  })
})
