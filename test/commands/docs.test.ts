import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import Docs from '../../src/commands/docs.ts'
import type { DocsEntry, DocsMatch, DocsPage } from '../../src/views/docs.ts'
import { runCommand } from '../support/command/command.ts'

const docs = join(import.meta.dirname, '../../docs')

describe('app docs', () => {
  it('lists the pages in the package', async () => {
    const { stdout, result } = await runCommand(Docs)

    expect(result).toContainEqual({ page: 'testing', title: 'Tests of your app' })
    expect(result).toContainEqual({ page: 'reference/orders', title: 'orders' })
    expect(result).toContainEqual(expect.objectContaining({ page: 'kit/other-languages' }))
    expect(result).not.toContainEqual(expect.objectContaining({ page: 'architecture' }))
    expect(stdout.split('\n')[0]).toBe('guide/start\tStart: your first app in five minutes')
    const guides = (result as readonly DocsEntry[]).flatMap(({ page }) =>
      page.startsWith('guide/') ? [`${page.slice('guide/'.length)}.md`] : [],
    )
    expect(guides.toSorted()).toEqual(readdirSync(join(docs, 'guide')).toSorted())
  })

  it('fits on a terminal of 24 lines, including the first day and the live platform', async () => {
    const { stdout, result } = await runCommand(Docs, [], { width: 80, env: { NO_COLOR: '1' } })

    const lines = stdout.trimEnd().split('\n')
    expect(lines.length).toBeLessThan(24)
    expect(lines[0]).toMatch(/^start +Start: your first app/)
    expect(stdout).toMatch(/^going-live +Going live: the first day on the live platform$/m)
    for (const { page } of result as readonly DocsEntry[])
      expect(stdout).toContain(page.replace('/README', '').replace(/^.*\//, ''))
  })

  it.each(['testing', 'docs/testing.md', 'reference/orders', 'orders', 'kit/events', 'kit', 'going-live', 'start'])(
    'prints the page %s in full',
    async (name) => {
      const { stdout, result } = await runCommand(Docs, [name])

      const { page, sections } = result as DocsPage
      const text = readFileSync(join(docs, `${page}.md`), 'utf8').replace(/^<!--.*-->\n+/, '')
      expect(
        sections
          .map((one) => one.text)
          .join('\n')
          .replaceAll(/\s+/g, ' '),
      ).toBe(text.trim().replaceAll(/\s+/g, ' '))
      expect(stdout).toContain(sections[0]?.text.split('\n')[0])
    },
  )

  it('lists the sections that contain all words, sections with the words in the heading first', async () => {
    const { stdout, result } = await runCommand(Docs, ['orders.list', 'region'])

    const found = result as readonly DocsMatch[]
    expect(found[0]).toMatchObject({ page: 'reference/orders', heading: 'orders.list' })
    expect(found.length).toBeGreaterThan(1)
    expect(stdout.split('\n')[0]).toBe("reference/orders\torders.list\tList a region's orders")
  })

  it('prints the section if no other section matches', async () => {
    const { stdout, result } = await runCommand(Docs, ['chromium'])

    expect(stdout.split('\n')[0]).toBe('## Browsers')
    expect(result).toMatchObject({ page: 'testing', sections: [{ heading: 'Browsers' }] })
  })

  it('suggests the nearest page for words that match no section', async () => {
    const { error, exit } = await runCommand(Docs, ['tesing'])

    expect(exit).toBe(2)
    expect(error).toMatchObject({
      code: 'usage.invalid',
      message: 'No documentation section contains tesing.',
      suggestions: ['app docs testing', 'To list all pages, run `app docs`.'],
    })
  })
})
