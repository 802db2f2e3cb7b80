import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterAll, expect, it, onTestFinished } from 'vitest'

import { checkHere } from '../../support/check-here.ts'
import { forgetFaulty, plainProject } from '../../support/faulty.ts'

afterAll(forgetFaulty)

const faulty = join(import.meta.dirname, '../../../apps/faulty-app')

/** The folder of an app.toml with another type of its second slot. */
function projectWithSlot(type: string): string {
  const project = mkdtempSync(join(tmpdir(), 'svcapp-slot-type-'))
  onTestFinished(() => rmSync(project, { recursive: true, force: true }))
  const text = readFileSync(join(faulty, 'app.toml'), 'utf8')
  writeFileSync(join(project, 'app.toml'), text.replace('"order-detail"', `"${type}"`))
  return project
}

it.each(['order-details', 'sidebar'])('warns about the unknown slot type %s (EMB-027)', async (type) => {
  const { findings } = await checkHere({
    project: projectWithSlot(type),
    dir: plainProject(),
    argv: ['src/server.js'],
    only: ['manifest.slots'],
  })

  expect(findings).toMatchObject([
    {
      check: 'manifest.slots',
      severity: 'warning',
      rules: ['EMB-027'],
      title: `Slot type ${type} does not exist`,
      evidence: [{ kind: 'file', path: 'app.toml', type }],
    },
  ])
})

it('reports nothing for an existing slot type (EMB-027)', async () => {
  const { checks, findings } = await checkHere({
    project: projectWithSlot('customer-detail'),
    dir: plainProject(),
    argv: ['src/server.js'],
    only: ['manifest.slots'],
  })

  expect({ checks, findings }).toMatchObject({ checks: [{ outcome: 'passed' }], findings: [] })
})
