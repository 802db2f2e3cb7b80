import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import Completion from '../../src/commands/completion.ts'
import { recordInstall } from '../../src/project/installs.ts'
import { statePaths } from '../../src/project/paths.ts'
import { ownPlatformName } from '../../src/project/platforms/choose-platform.ts'
import { completedShells, completionScripts } from '../../src/views/completion.ts'
import { runCommand } from '../support/command/command.ts'
import { isMissing, needing } from '../support/machine/needed-programs.ts'
import { program } from '../support/program.ts'

let folder = ''
/** The platform of the project in `app`. */
let own = ''

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svcapp-completion-'))
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin/app'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`, { mode: 0o755 })
  for (const shell of completedShells) writeFileSync(join(folder, `script.${shell}`), completionScripts[shell])
  mkdirSync(join(folder, 'state/platforms/feature'), { recursive: true })
  mkdirSync(join(folder, 'work'))
  writeFileSync(join(folder, 'work/body.json'), '{}')
  mkdirSync(join(folder, 'app'))
  writeFileSync(join(folder, 'app/app.toml'), 'key = "app.acme.loyalty"\n')
  writeFileSync(join(folder, 'app/app.staging.toml'), 'key = "app.acme.staging"\n')
  writeFileSync(join(folder, 'app/app.production.toml'), '')
  own = ownPlatformName(join(folder, 'app'))
  for (const snapshot of [
    'emulator/snapshots/usual',
    'platforms/feature/emulator/snapshots/special',
    `platforms/${own}/emulator/snapshots/own`,
  ])
    mkdirSync(join(folder, 'state', snapshot), { recursive: true })
  recordInstall(statePaths({ env: {}, dataDir: join(folder, 'state') }), {
    identity: 'emulator',
    appKey: 'app.acme.loyalty',
    storeId: 1001,
    regionId: null,
    storeCode: "it's $(touch pwned) ü",
    storeName: 'Demo \u001b[31m',
    storeDomain: 'demo.test',
    installScope: 'store',
    scopes: [],
    regions: [
      { id: 1, code: 'tr', currency: 'TRY' },
      { id: 2, code: 'de', currency: 'EUR' },
      { id: 3, code: 'x\u001b[2J', currency: 'EUR' },
    ],
    installedAt: '2026-11-22T00:00:00.000Z',
  })
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

function inShell(shell: string, script: string, env: NodeJS.ProcessEnv = {}, cwd = 'work'): string[] {
  const { stdout, stderr } = spawnSync(shell, [...(shell === 'zsh' ? ['-f'] : []), '-c', script], {
    cwd: join(folder, cwd),
    encoding: 'utf8',
    env: {
      PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
      HOME: folder,
      SVCAPP_HOME: join(folder, 'state'),
      LC_ALL: 'C.UTF-8',
      ...env,
    },
  })
  expect(stderr).toBe('')
  return stdout.split('\n').filter((line) => line !== '')
}

/** What each shell offers for a line with the cursor at its end: the words, as that shell would put or show them. */
const offers: Readonly<Record<'bash' | 'zsh' | 'fish', (line: string, cwd?: string) => string[]>> = {
  bash: (line, cwd) =>
    inShell(
      'bash',
      `source ../script.bash; COMP_LINE=$LINE; COMP_POINT=\${#LINE}; _svcapp_complete app "\${LINE##* }"; printf '%s\\n' "\${COMPREPLY[@]}"`,
      { LINE: line },
      cwd,
    ),
  zsh: (line, cwd) =>
    inShell(
      'zsh',
      `compdef() {}; compadd() { print -rl -- $values }; _files() { print -rl -- *\${PREFIX}* }; source ../script.zsh
words=("\${(@s: :)LINE}"); CURRENT=$#words; PREFIX=$words[-1]; _svcapp_complete`,
      { LINE: line },
      cwd,
    ),
  fish: (line, cwd) =>
    inShell('fish', 'source ../script.fish; complete -C "$LINE"', { LINE: line }, cwd).map(
      (shown) => shown.split('\t')[0] ?? '',
    ),
}

describe.each(['bash', 'zsh', 'fish'] as const)('completion', (shell) => {
  const offer = offers[shell]
  it.skipIf(isMissing(shell))(needing(shell, `${shell} completes topics and commands`), () => {
    expect(offer('app call or').toSorted()).toEqual(['order-costs', 'orders'])
    expect(offer('app webh')).toEqual(['webhook'])
  })

  it.skipIf(isMissing(shell))(needing(shell, `${shell} completes flags that are not there yet`), () => {
    expect(offer('app call orders list --re')).toEqual(['--region'])
    expect(offer('app call orders list --region tr --re')).toEqual([])
  })

  it.skipIf(isMissing(shell))(
    needing(shell, `${shell} completes the regions of the install on record, none with control characters (T21)`),
    () => {
      expect(offer('app call orders list --region ').toSorted()).toEqual(['all', 'de', 'tr'])
    },
  )

  it.skipIf(isMissing(shell))(needing(shell, `${shell} completes topics of events and codes of errors`), () => {
    expect(offer('app webhook trigger order.').toSorted()).toEqual([
      'order.cancelled',
      'order.created',
      'order.paid',
      'order.refunded',
      'order.shipped',
    ])
    expect(offer('app explain api.f')).toEqual(['api.forbidden'])
  })

  it.skipIf(isMissing(shell))(needing(shell, `${shell} completes what an app may start from`), () => {
    expect(offer('app init --template ').toSorted()).toEqual(['carrier', 'node', 'workers'])
  })

  it.skipIf(isMissing(shell))(needing(shell, `${shell} completes the platforms of this machine`), () => {
    expect(offer('app dev --platform ').toSorted()).toEqual([own, 'default', 'feature'])
    expect(offer('app emulator status --platform f')).toEqual(['feature'])
  })

  it.skipIf(isMissing(shell))(needing(shell, `${shell} completes the platforms that can be removed`), () => {
    expect(offer('app emulator prune ').toSorted()).toEqual([own, 'feature'])
  })

  it.skipIf(isMissing(shell))(needing(shell, `${shell} completes snapshots of the platform in the line`), () => {
    expect(offer('app emulator snapshot load ')).toEqual(['usual'])
    expect(offer('app emulator snapshot export --platform feature ')).toEqual(['special'])
    expect(offer('app emulator snapshot load ', 'app')).toEqual(['own'])
  })

  it.skipIf(isMissing(shell))(needing(shell, `${shell} completes the registrations of the project`), () => {
    expect(offer('app dev --config ', 'app').toSorted()).toEqual(['production', 'staging'])
    expect(offer('app dev --config ')).toEqual([])
    // Regions of an install belong to one key.
    expect(offer('app call orders list --region ', 'app').toSorted()).toEqual(['all', 'de', 'tr'])
    expect(offer('app call orders list --config staging --region ', 'app')).toEqual(['all'])
  })

  it.skipIf(isMissing(shell))(needing(shell, `${shell} completes files where a file is meant`), () => {
    expect(offer('app call products bulk --failed-out bo')).toEqual(['body.json'])
    expect(offer('app webhook replay --from bo')).toEqual(['body.json'])
    // Bash cuts its words at @ and gets what follows it.
    expect(offer('app call raw POST /orders --data @bo')).toEqual([shell === 'bash' ? 'body.json' : '@body.json'])
  })

  it.skipIf(isMissing(shell))(
    needing(shell, `${shell} hands on a foreign name so that the shell never runs it`),
    () => {
      const [name] = offer('app call orders list --store it')

      if (shell === 'bash') expect(name).toBe(String.raw`it\'s\ \$\(touch\ pwned\)\ ü`)
      // zsh and fish escape what they are given.
      else expect(name).toMatch(/^it\\?'s/)
    },
  )
})

describe('completion in PowerShell', () => {
  it.skipIf(isMissing('pwsh'))(needing('pwsh', 'completes topics'), () => {
    const script =
      '. ../script.powershell; ([System.Management.Automation.CommandCompletion]::CompleteInput("app call or", 11, $null)).CompletionMatches.CompletionText'
    expect(inShell('pwsh', script).toSorted()).toEqual(['order-costs', 'orders'])
  })
})

describe('app completion', () => {
  it('prints the script of the given shell, and nothing else', async () => {
    const { stdout, stderr } = await runCommand(Completion, ['fish'])

    expect(stdout).toBe(`${completionScripts.fish}\n`)
    expect(stderr).toBe('')
  })

  it('shows where to install the script only if it is printed to a terminal, not when a shell reads it at startup', async () => {
    const read = await runCommand(Completion, ['bash'], { ask: {} })
    const seen = await runCommand(Completion, ['bash'], { width: 80 })

    expect(read.stderr).toBe('')
    expect(seen.stderr).toContain('Add to ~/.bashrc')
  })

  it('uses the shell from SHELL if no shell is given', async () => {
    const { result } = await runCommand(Completion, [], { env: { SHELL: '/usr/bin/zsh' } })

    expect(result).toMatchObject({ shell: 'zsh' })
  })

  it('asks for the shell if SHELL does not contain it, and exits with 2', async () => {
    const { stderr, exit } = await runCommand(Completion, [], { env: { SHELL: '/bin/dash' } })

    expect(exit).toBe(2)
    expect(stderr).toContain('app completion bash')
  })
})
