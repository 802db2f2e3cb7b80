import { describe, expect, it } from 'vitest'

import type { AppCommandClass } from '../../../../src/cli.ts'
import AttributesCreate from '../../../../src/commands/call/attributes/create.ts'
import AttributesList from '../../../../src/commands/call/attributes/list.ts'
import AttributesValues from '../../../../src/commands/call/attributes/values.ts'
import { runCommand } from '../../../support/command/command.ts'
import { makeInstalledPlatform } from '../../../support/platform.ts'

async function makeInstalled() {
  const platform = await makeInstalledPlatform({
    registration: { install_scope: 'store', requested_scopes: ['products.read', 'products.write'] },
  })
  const call = (Class: AppCommandClass, argv: readonly string[] = []) =>
    runCommand(Class, [...argv, '--region', 'tr'], platform.context())
  return { ...platform, call }
}

const row = { key: 'fit', label: 'Kalıp', attrType: 'attribute', sortOrder: 1 }

describe('app call attributes', () => {
  it('lists the dictionary, or the results of a search (ATTR-001 ATTR-003)', async () => {
    const { call } = await makeInstalled()

    const all = await call(AttributesList)
    const found = await call(AttributesList, ['--search', 'renk'])

    expect(all.stdout.split('\n')).toHaveLength(5)
    expect(found.stdout).toBe('1\tcolor\tRenk\tvariant\tyes\t3\t7\n')
    expect(found.stderr).toBe('')
  })

  it('prints the hint for an empty dictionary to stderr (ATTR-001 B34)', async () => {
    const { call, made, store } = await makeInstalled()
    const db = made.emulator.context.storeDb(store.store.id)
    db.exec('PRAGMA foreign_keys = OFF; DELETE FROM attributes')

    const { stdout, stderr } = await call(AttributesList)

    expect(stdout).toBe('No attributes.\n')
    expect(stderr).toMatch(/^Hint: The dictionary is empty/)
  })

  it('shows values, and their usage only if it was counted (ATTR-015 ATTR-017 ATTR-018 ATTR-019 ATTR-033)', async () => {
    const { call, calls } = await makeInstalled()

    const plain = await call(AttributesValues, ['material', '--limit', '2', '--offset', '3'])
    const counted = await call(AttributesValues, ['material', '--include-usage', '--limit', '1'])

    expect(plain.stdout).toBe('10\tstoneware\tTaş seramik\n11\tcopper\tBakır\n')
    expect(counted.stdout).toBe('7\tlinen\tKeten\t1\n')
    expect(calls().map(({ url }) => url.search)).toEqual(['?limit=2&offset=3', '?limit=1&includeUsage=true'])
  })

  it('an unknown key is an error, not an empty list (ATTR-030)', async () => {
    const { call } = await makeInstalled()

    const { exit, error, stdout } = await call(AttributesValues, ['no_such'])

    expect([exit, error?.code, stdout]).toEqual([12, 'api.error', ''])
  })

  it('sends the rows as typed (ATTR-034 ATTR-036 ATTR-037 ATTR-038 ATTR-039 ATTR-040 ATTR-042 ATTR-043 ATTR-044 ATTR-045 ATTR-046 ATTR-047 ATTR-048)', async () => {
    const { call, calls } = await makeInstalled()
    const full = {
      ...row,
      labels: { tr: 'Kalıp', de: 'Schnitt' },
      values: [{ key: 'slim', label: 'Dar', sortOrder: 1, labels: { en: 'Slim' } }],
    }

    const { exit, stdout } = await call(AttributesCreate, ['--data', JSON.stringify({ items: [full] })])

    expect([exit, stdout]).toEqual([0, 'fit\t5\tcreated\t1\t–\n'])
    // No translation was filled in.
    expect(JSON.parse(String(calls()[0]?.body))).toEqual({ items: [full] })
  })

  it('exits with an error if a row failed, although the platform responded 200 (ATTR-050 ATTR-063)', async () => {
    const { call } = await makeInstalled()
    const items = JSON.stringify([row, { key: 'color', label: 'Tarz', attrType: 'variant', sortOrder: 10 }])

    const shown = await call(AttributesCreate, ['-F', `items=${items}`])
    const json = await call(AttributesCreate, ['-F', `items=${items}`, '--json'])

    expect([shown.exit, shown.error?.code]).toEqual([9, 'api.partial-failure'])
    expect(shown.error?.message).toContain('1 of 2 rows')
    expect(shown.stdout).toContain('color\t–\tfailed: translation_conflict\t0\t')
    expect([json.exit, (JSON.parse(json.stdout) as { failed: number }).failed]).toEqual([9, 1])
    expect(json.stdout).toContain('translation_conflict')
    expect(json.stderr).toContain('1 of 2 rows')
  })
})
