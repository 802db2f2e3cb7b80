import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import type { TestProject } from 'vitest/node'

import { build } from '../../../scripts/build.ts'
import { scaffold } from '../../../src/scaffold/scaffold.ts'
import { plainApp } from '../dev/scaffolded.ts'

const repository = join(import.meta.dirname, '../../..')

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder of the built package, as an installation has it. */
    packageDir: string
  }
}

let dir = ''

/**
 * Builds the package once for all tests that start the program: they run what ships, and each start takes a tenth of the time that the sources take.
 * `sources.json` in it says which sources each file was made of.
 */
export async function setup({ provide }: TestProject): Promise<void> {
  dir = mkdtempSync(join(tmpdir(), 'svcapp-package-'))
  mkdirSync(join(dir, 'bin'))
  for (const file of ['bin/run.js', 'package.json', 'oclif.manifest.json', 'openapi.json', 'asyncapi.json']) {
    copyFileSync(join(repository, file), join(dir, file))
  }
  symlinkSync(join(repository, 'node_modules'), join(dir, 'node_modules'), 'junction')
  const { files } = await build(join(dir, 'dist'))
  for (const folder of ['templates', 'schema']) cpSync(join(repository, folder), join(dir, folder), { recursive: true })
  cpSync(join(repository, 'src/protocol'), join(dir, 'templates/_protocol'), { recursive: true })
  writeFileSync(join(dir, 'sources.json'), JSON.stringify(Object.fromEntries(files)))
  makeNewApp(dir)
  provide('packageDir', dir)
}

/** At one place, so that its types are taken out once for all tests that start it: they kill it, and what is killed leaves no compiled code. */
function makeNewApp(cwd: string): void {
  const template = { ...plainApp, dir: join(cwd, 'new-app') }
  scaffold({ packageRoot: repository, cwd, systemNodeTooOld: false }, template)
  const load = `await import(${JSON.stringify(pathToFileURL(join(cwd, 'new-app/src/run.ts')).href)})`
  execFileSync(process.execPath, ['--input-type=module', '-e', load], { cwd, stdio: ['ignore', 'ignore', 'inherit'] })
}

export function teardown(): void {
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
}
