import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import Docs from '../../src/commands/docs.ts'
import type { DocsMatch, DocsPage } from '../../src/views/docs.ts'
import { runCommand } from '../support/command/command.ts'

const docs = join(import.meta.dirname, '../../docs')

describe('app docs', () => {
  it('lists the pages that the package has', async () => {
    const { stdout, result } = await runCommand(Docs)

    expect(result).toContainEqual({ page: 'testing', title: 'Tests of your app' })
    expect(result).toContainEqual({ page: 'reference/orders', title: 'orders' })
    for (const page of ['architecture', 'kit/other-languages', 'kit/primitives'])
      expect(result).not.toContainEqual(expect.objectContaining({ page }))
    expect(stdout).toContain('Tests of your app')
  })

  it.each(['testing', 'docs/testing.md', 'reference/orders', 'orders', 'kit/events'])(
    'prints the page %s whole',
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

  it('lists the sections with all of the words, those that have them in the heading first', async () => {
    const { stdout, result } = await runCommand(Docs, ['orders.list', 'region'])

    const found = result as readonly DocsMatch[]
    expect(found[0]).toMatchObject({ page: 'reference/orders', heading: 'orders.list' })
    expect(found.length).toBeGreaterThan(1)
    expect(stdout.split('\n')[0]).toBe('reference/orders\torders.list\tList the orders of a region.')
  })

  it('prints the section if only one has the words', async () => {
    const { stdout, result } = await runCommand(Docs, ['playwright'])

    expect(stdout.split('\n')[0]).toBe('## Browsers')
    expect(result).toMatchObject({ page: 'testing', sections: [{ heading: 'Browsers' }] })
  })

  it('names the nearest page for words that no section has', async () => {
    const { error, exit } = await runCommand(Docs, ['tesing'])

    expect(exit).toBe(2)
    expect(error).toMatchObject({
      code: 'usage.invalid',
      message: 'No section of the documentation has tesing.',
      suggestions: ['app docs testing', '`app docs` lists all pages.'],
    })
  })
})
