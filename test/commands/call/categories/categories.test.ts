import { describe, expect, it } from 'vitest'

import type { AppCommandClass } from '../../../../src/cli.ts'
import CategoryAttributes from '../../../../src/commands/call/categories/attributes.ts'
import CategoriesBind from '../../../../src/commands/call/categories/bind-attributes.ts'
import CategoriesContent from '../../../../src/commands/call/categories/content.ts'
import CategoriesCreate from '../../../../src/commands/call/categories/create.ts'
import CategoriesList from '../../../../src/commands/call/categories/list.ts'
import CategoriesMove from '../../../../src/commands/call/categories/move.ts'
import CategoriesSetContent from '../../../../src/commands/call/categories/set-content.ts'
import { runCommand } from '../../../support/command/command.ts'
import type { RegisterOverrides } from '../../../support/emulator.ts'
import { makeInstalledPlatform } from '../../../support/platform.ts'

async function makeInstalled(registration: RegisterOverrides = {}) {
  const platform = await makeInstalledPlatform({
    registration: { install_scope: 'store', requested_scopes: ['products.read', 'products.write'], ...registration },
  })
  const call = (Class: AppCommandClass, argv: readonly string[] = []) => runCommand(Class, argv, platform.context())
  const sentBody = () => JSON.parse(String(platform.calls().at(-1)?.body)) as unknown
  return { ...platform, call, sentBody }
}

const tr = ['--region', 'tr']
const agreed = ['--user-confirmed', '--evidence', 'The owner agreed in the panel.']

describe('app call categories', () => {
  it('lists all categories, or only the categories of one region (CAT-001 CAT-003)', async () => {
    const { call, calls } = await makeInstalled()

    const everywhere = await call(CategoriesList)
    const one = await call(CategoriesList, tr)

    expect([everywhere.error, one.error]).toEqual([undefined, undefined])
    expect(everywhere.stdout).toContain('7\tT-shirts\t6\n')
    expect(calls().map(({ headers }) => headers['X-Region-Id'] === undefined)).toEqual([true, false])
  })

  it('creates a category once (CAT-009 CAT-011 CAT-012 CAT-013 CAT-015 CAT-017)', async () => {
    const { call, calls, sentBody } = await makeInstalled()
    const argv = ['--name', 'Lamps', '--sort-order', '3', '--parent-id', '3', ...tr]

    const first = await call(CategoriesCreate, argv)
    const second = await call(CategoriesCreate, argv)

    expect(first.stdout).toBe('Created category 8 (lamps).\n')
    expect(second.stdout).toBe('Category 8 (lamps) already existed. Nothing was written.\n')
    expect(sentBody()).toEqual({ name: 'Lamps', sortOrder: 3, parentId: 3 })
    expect(calls()).toHaveLength(2)
  })

  it.each([
    ['CAT-011', ['--sort-order', '3']],
    ['CAT-013', ['--name', 'Lamps']],
    ['CAT-017', ['--name', 'Lamps', '--sort-order', '3', '--parent-id', '0']],
  ])('%s rejects %j and sends nothing', async (_rule, argv) => {
    const { call, calls } = await makeInstalled()

    const { exit, error } = await call(CategoriesCreate, [...argv, ...tr])

    expect([exit, error?.code]).toEqual([2, 'usage.invalid'])
    expect(calls()).toEqual([])
  })

  it('shows the message of the platform for an id that discovery does not show (CAT-018 CAT-019)', async () => {
    const { call } = await makeInstalled()
    const { stdout } = await call(CategoriesList, [...tr, '--json'])
    const { items } = JSON.parse(stdout) as { items: { id: number }[] }
    const beyond = String(Math.max(...items.map(({ id }) => id)) + 1)

    const made = await call(CategoriesCreate, ['--name', 'X', '--sort-order', '1', '--parent-id', beyond, ...tr])
    const shown = await Promise.all(items.map(({ id }) => call(CategoriesContent, [String(id), ...tr])))

    expect([made.exit, made.error?.message]).toEqual([
      12,
      expect.stringContaining('parentId is not a category in this region'),
    ])
    expect(shown.map(({ exit }) => exit)).toEqual(items.map(() => 0))
  })

  it('moves a category if the owner has confirmed, and reports a replay (CAT-020 CAT-022 CAT-023 CAT-024 CAT-026)', async () => {
    const { call, sentBody } = await makeInstalled()
    const argv = ['1', '-F', 'target={"id":5}', '-F', 'expectedCurrent={"root":true}', ...agreed, ...tr]

    const first = await call(CategoriesMove, argv)
    const body = sentBody()
    const second = await call(CategoriesMove, argv)
    const back = await call(CategoriesMove, [
      '1',
      '--data',
      '{"target":{"root":true},"expectedCurrent":{"id":5},"userConfirmed":true,"evidence":"x"}',
      ...tr,
    ])

    expect(first.stdout).toBe('Category 1 is now below 5 (previously at the root, audit 1).\n')
    expect(body).toEqual({
      userConfirmed: true,
      evidence: 'The owner agreed in the panel.',
      target: { id: 5 },
      expectedCurrent: { root: true },
    })
    expect(second.stdout).toBe('Category 1 was already below 5. Nothing was moved.\n')
    expect(back.stdout).toBe('Category 1 is now at the root (previously below 5, audit 3).\n')
  })

  it.each([
    [
      'CAT-025 CAT-020',
      CategoriesMove,
      ['1', '-F', 'target={"id":5}', '-F', 'expectedCurrent={"root":true}', '--evidence', 'x'],
    ],
    [
      'CAT-059 CAT-053',
      CategoriesSetContent,
      [
        '1',
        '--description-html',
        'x',
        '--seo-title',
        'x',
        '--seo-description',
        'x',
        '--expected-current-digest',
        'x',
        '--evidence',
        'x',
      ],
    ],
  ])('%s sends nothing without userConfirmed, which is never filled in automatically', async (_rule, Class, argv) => {
    const { call, calls } = await makeInstalled()

    const { exit, error } = await call(Class, [...argv, ...tr])

    expect([exit, error?.code]).toEqual([2, 'usage.invalid'])
    expect(error?.message).toContain('userConfirmed')
    expect(calls()).toEqual([])
  })

  it('reports a conflict with its code (CAT-041 CAT-042)', async () => {
    const { call } = await makeInstalled()
    const move = (id: string, target: string) =>
      call(CategoriesMove, [
        id,
        '-F',
        `target=${target}`,
        '-F',
        'expectedCurrent={"root":true}',
        ...agreed,
        ...tr,
        '--json',
      ])

    const elsewhere = await move('6', '{"id":1}')
    const itself = await move('5', '{"id":7}')

    expect([elsewhere.exit, itself.exit]).toEqual([12, 12])
    expect(elsewhere.stdout).toContain('category_parent_changed')
    expect(itself.stdout).toContain('A category cannot be moved below itself.')
  })

  it('shows the documented code in text too, and suggests a fix for that conflict alone (CAT-041 CAT-042)', async () => {
    const { call } = await makeInstalled()
    const move = (id: string, target: string) =>
      call(CategoriesMove, [id, '-F', `target=${target}`, '-F', 'expectedCurrent={"root":true}', ...agreed, ...tr])

    const { error: elsewhere } = await move('6', '{"id":1}')
    const { error: itself } = await move('5', '{"id":7}')

    expect(elsewhere).toMatchObject({
      message: expect.stringContaining('409 category_parent_changed, “') as string,
      suggestions: [expect.stringContaining('app call categories list') as string],
    })
    expect(itself).toMatchObject({ message: expect.stringContaining('409, “') as string, suggestions: [] })
  })

  it('reports that the name is in use (CAT-043)', async () => {
    const { call } = await makeInstalled()
    await call(CategoriesCreate, ['--name', 'Bags', '--sort-order', '1', '--parent-id', '3', ...tr])

    const argv = ['1', '-F', 'target={"id":3}', '-F', 'expectedCurrent={"root":true}', ...agreed, ...tr]
    const { exit, error } = await call(CategoriesMove, argv)

    expect([exit, error?.message]).toEqual([
      12,
      expect.stringContaining('The target already has a category with this name'),
    ])
  })

  it('reads the digest, writes with it, and is rejected with an old digest (CAT-044 CAT-053 CAT-055 CAT-056 CAT-057 CAT-058 CAT-060 CAT-062)', async () => {
    const { call } = await makeInstalled()
    const read = async () =>
      JSON.parse((await call(CategoriesContent, ['1', ...tr, '--json'])).stdout) as Record<string, string>
    const { contentDigest = '' } = await read()
    const write = (title: string) =>
      call(CategoriesSetContent, [
        '1',
        '--description-html',
        '<p>Bags</p>',
        '--seo-title',
        title,
        '--seo-description',
        'All bags',
        '--expected-current-digest',
        contentDigest,
        ...agreed,
        ...tr,
      ])

    const first = await write('Bags')
    const late = await write('Other')

    expect(first.stdout).toMatch(/^The texts of category 1 were replaced \(digest [0-9a-f]{64}\)\.\n$/)
    expect(await read()).toMatchObject({ descriptionHtml: '<p>Bags</p>', seoTitle: 'Bags', seoDescription: 'All bags' })
    expect([late.exit, late.error?.message]).toEqual([12, expect.stringContaining('expectedCurrentDigest')])
    expect(late.error?.message).toContain('409 category_content_changed, “')
    expect(late.error).toMatchObject({
      suggestions: [expect.stringContaining('app call categories content') as string],
    })
  })

  it('sends texts of any length, also from a file (CAT-087 CAT-088 CAT-089)', async () => {
    const { call } = await makeInstalled()
    const { contentDigest } = JSON.parse((await call(CategoriesContent, ['1', ...tr, '--json'])).stdout) as {
      contentDigest: string
    }
    const long = 'x'.repeat(200_000)
    const data = { descriptionHtml: long, seoTitle: long, seoDescription: long, expectedCurrentDigest: contentDigest }

    const { exit } = await call(CategoriesSetContent, ['1', '--data', JSON.stringify(data), ...agreed, ...tr])

    expect(exit).toBe(0)
  })

  it('shows the attributes of a category (CAT-063 CAT-065)', async () => {
    const { call } = await makeInstalled()

    const { stdout } = await call(CategoryAttributes, ['7', '--region', 'de'])

    expect(stdout).toBe(
      'size\tGröße\tvariant\tyes\tyes\tno\ts, m, l\ncolor\tFarbe\tvariant\tyes\tno\tno\tred, blue, natural\n',
    )
  })

  it('binds row by row, and a failed row makes the command fail (CAT-075 CAT-077 CAT-078 CAT-079 CAT-080 CAT-081)', async () => {
    const { call, sentBody } = await makeInstalled()
    const rows = [
      { key: 'care', attrType: 'attribute', isRequired: false, isMulti: false, sortOrder: 1 },
      { key: 'no_such', attrType: 'attribute', isRequired: false, isMulti: false, sortOrder: 1 },
    ]

    const good = await call(CategoriesBind, ['4', '-F', `items=${JSON.stringify([rows[0]])}`, ...tr])
    const mixed = await call(CategoriesBind, ['4', '-F', `items=${JSON.stringify(rows)}`, ...tr])

    expect([good.exit, good.stdout]).toEqual([0, 'care\tattribute\tyes\t–\n'])
    expect(sentBody()).toEqual({ items: rows })
    expect([mixed.exit, mixed.error?.code]).toEqual([9, 'api.partial-failure'])
    expect(mixed.stdout).toContain(
      'no_such\tattribute\tno\tkey is not in the attribute dictionary. Create the attribute first.',
    )
  })
})
