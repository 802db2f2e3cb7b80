import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { TestProject } from 'vitest/node'

import { build } from '../../../scripts/build.ts'

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
  provide('packageDir', dir)
}

export function teardown(): void {
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
}
