import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { helpConfig, helpPage } from './support.ts'

const pages = [
  { name: 'app', words: [], longest: 22 },
  { name: 'app-dev', words: ['dev'], longest: 60 },
] as const

describe('the first help pages', () => {
  it.each(pages)('$name --help fits $longest lines at 80 columns', async ({ words, longest }) => {
    expect((await helpPage(words, 80)).trimEnd().split('\n').length).toBeLessThanOrEqual(longest)
  })

  it.each(pages.flatMap((page) => [50, 80, 120].map((width) => ({ ...page, width }))))(
    '$name --help at $width columns matches the snapshot',
    async ({ name, words, width }) => {
      const file = join(import.meta.dirname, 'snapshots', `${name}-${width}.txt`)

      await expect(await helpPage(words, width)).toMatchFileSnapshot(file)
    },
  )

  it.each(['dev', 'mcp', 'scopes', 'chaos'])('app %s --help lists the commands below it', async (topic) => {
    const { commands } = await helpConfig()
    const below = commands.map(({ id }) => id).filter((id) => id.startsWith(`${topic}:`))

    const [, list = ''] = (await helpPage([topic], 80)).split('\nCOMMANDS\n')

    expect(below.filter((id) => !list.includes(`  ${id.replaceAll(':', ' ')}  `))).toEqual([])
  })

  it('app --help points to the page of all commands', async () => {
    expect(await helpPage([], 80)).toContain('All commands: `app help --all`')
    expect(await helpPage(['--all'], 80)).toMatch(/BUILD AND RUN[\s\S]*WEBHOOKS[\s\S]*EMULATOR/)
  })
})
