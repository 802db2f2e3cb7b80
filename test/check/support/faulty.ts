import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { CheckReport } from '../../../src/check/report.ts'
import { checkHere, type CheckHere } from './check-here.ts'

const project = join(import.meta.dirname, '../../apps/faulty-app')

let plain: string | null = null

/** The app without types, created once, because removing them at each start would take longer than the rest of the start. */
export function plainProject(): string {
  if (plain !== null) return plain
  plain = mkdtempSync(join(tmpdir(), 'svcapp-faulty-app-'))
  mkdirSync(join(plain, 'src'))
  copyFileSync(join(project, 'package.json'), join(plain, 'package.json'))
  for (const file of readdirSync(join(project, 'src'))) {
    const text = stripTypeScriptTypes(readFileSync(join(project, 'src', file), 'utf8'))
    writeFileSync(join(plain, 'src', file.replace(/ts$/, 'js')), text.replaceAll(/(from '\.\/[a-z-]+)\.ts'/g, "$1.js'"))
  }
  return plain
}

export interface FaultyRun {
  /** The name of a defect or a variation; empty for the correct app. */
  readonly faulty?: string
  readonly shape?: 'region' | 'store'
  /** Areas and checks; all when left out. */
  readonly only?: readonly string[]
  readonly accepted?: CheckHere['accepted']
}

/** Removes what the checks of this process have shared. */
export function forgetFaulty(): void {
  if (plain !== null) rmSync(plain, { recursive: true, force: true })
  plain = null
}

/** `app check` of the faulty app, in this process. */
export async function checkFaulty({
  faulty = '',
  shape = 'region',
  only = [],
  accepted = [],
}: FaultyRun = {}): Promise<CheckReport> {
  const elsewhere = mkdtempSync(join(tmpdir(), 'svcapp-faulty-database-'))
  const env = { FAULTY: faulty, FAULTY_DATABASE: join(elsewhere, 'app.db') }
  try {
    return await checkHere({ project, dir: plainProject(), argv: ['src/server.js'], env, shape, only, accepted })
  } finally {
    rmSync(elsewhere, { recursive: true, force: true, maxRetries: 3 })
  }
}
