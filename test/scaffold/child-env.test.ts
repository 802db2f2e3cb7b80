import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { ownSecrets } from '../../src/processes/child-env.ts'
import { installPackages } from '../../src/scaffold/install-packages.ts'
import { startRepository } from '../../src/scaffold/start-repository.ts'

it.skipIf(process.platform === 'win32')(
  'npm and git of a new app get our environment without our secrets (T18)',
  async () => {
    const dir = mkdtempSync(join(tmpdir(), 'svcapp-child-env-'))
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
    for (const name of ['npm', 'git']) {
      writeFileSync(join(dir, name), `#!/bin/sh\nenv >> "${dir}/seen-${name}"\n`)
      chmodSync(join(dir, name), 0o755)
    }
    const secrets = Object.fromEntries(ownSecrets.map((name) => [name, 'canary']))
    const path = [dir, dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter)
    const env = { ...secrets, PATH: path, HTTPS_PROXY: 'http://proxy.example', SVCAPP_HOME: dir }

    await installPackages({ env, interrupted: new AbortController().signal }, dir)
    await startRepository({ env }, dir)

    for (const name of ['npm', 'git']) {
      const seen = readFileSync(join(dir, `seen-${name}`), 'utf8')
      expect(seen).toContain('HTTPS_PROXY=http://proxy.example')
      expect(seen).not.toContain('canary')
    }
  },
)
