import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { onTestFinished } from 'vitest'

import { writtenTypes, type WrittenTypesOptions } from '../../src/sdk/written-types/written-types.ts'

interface Validator {
  readonly '~standard': {
    readonly version: number
    readonly validate: (value: unknown) => { readonly value?: unknown; readonly issues?: readonly object[] }
  }
}

export interface WrittenModule {
  /** Parses JSON with exact ids. */
  readonly parseJson?: (text: string) => unknown
  readonly eventBodies: Readonly<Record<string, Validator>>
  readonly platformEvent: Validator
  readonly answers: Readonly<Record<string, Validator>>
}

/** Loads the file of `app types` as a project does. */
export async function writtenModule(options?: WrittenTypesOptions): Promise<WrittenModule> {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-types-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const file = join(dir, 'platform-types.ts')
  writeFileSync(file, writtenTypes(options))
  return import(pathToFileURL(file).href)
}
