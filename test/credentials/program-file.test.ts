import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { rolldown } from 'rolldown'
import { expect, it } from 'vitest'

import { programFile } from '../../src/processes/program-file.ts'
import { makeFolder } from './support.ts'

const root = join(import.meta.dirname, '../..')

it('finds the sources of the keychain process next to its own', () => {
  const file = programFile(
    pathToFileURL(join(root, 'src/credentials/keychain.ts')).href,
    'credentials/keychain-program',
  )

  expect(file).toBe(join(root, 'src/credentials/keychain-program.ts'))
  expect(existsSync(file)).toBe(true)
})

it.each(['chunks/keychain-x1.js', 'commands/token/list.js', 'main.js', 'credentials/policy.js'])(
  'finds the keychain process of a bundle from %s',
  (from) => {
    const dist = makeFolder()
    mkdirSync(join(dist, 'credentials'))
    writeFileSync(join(dist, 'credentials/keychain-program.js'), '')

    expect(programFile(pathToFileURL(join(dist, from)).href, 'credentials/keychain-program')).toBe(
      join(dist, 'credentials/keychain-program.js'),
    )
  },
)

it('runs the same from a bundle as from the sources (P20)', async () => {
  const folder = makeFolder()
  const dist = join(folder, 'dist')
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const bundle = await rolldown({
    input: {
      'commands/token/show': join(root, 'test/credentials/drive.ts'),
      'commands/token/list': join(root, 'src/credentials/policy.ts'),
      'credentials/keychain-program': join(root, 'src/credentials/keychain-program.ts'),
    },
    platform: 'node',
    external: [/^node:/, /^@napi-rs\/keyring/],
    logLevel: 'silent',
  })
  await bundle.write({
    dir: dist,
    format: 'esm',
    minify: true,
    entryFileNames: '[name].js',
    chunkFileNames: 'chunks/[name]-[hash].js',
  })
  await bundle.close()

  const { stdout } = spawnSync(process.execPath, [join(dist, 'commands/token/show.js')], {
    input: JSON.stringify({
      timeoutMs: 20_000,
      steps: [{ method: 'get', key: { identity: 'https://x', appKey: 'app.a.b', kind: 'token' } }],
    }),
    // So that the process is started and has to load the library before it fails.
    env: {
      PATH: process.env['PATH'],
      SVCAPP_HOME: join(folder, 'state'),
      DBUS_SESSION_BUS_ADDRESS: 'unix:path=/no/a;unix:path=/no/b',
    },
    encoding: 'utf8',
  })

  expect(readdirSync(join(dist, 'chunks')).length).toBeGreaterThan(0)
  expect(JSON.parse(stdout)).toMatchObject({
    answers: [{ error: 'credentials.unavailable', message: expect.stringContaining('Failed to connect') }],
  })
})
