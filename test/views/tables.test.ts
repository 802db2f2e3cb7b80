import { globSync, readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import { style } from '../../src/terminal/style.ts'
import { displayWidth } from '../../src/terminal/width.ts'
import type { View } from '../../src/views/view.ts'
import { looksAt, samples, typed } from './table-samples.ts'

const drawn = /(?<![.\w])(?:table|entries)\(/

/** Each place of the sources that draws a table, as `file#name of the function`. */
function drawingPlaces(): readonly string[] {
  return globSync('src/**/*.ts').flatMap((path) => {
    const text = readFileSync(path, 'utf8')
    if (!/import \{[^}]*\b(?:table|entries)\b[^}]*\} from '.*terminal\/(?:table|entries)\.ts'/.test(text)) return []
    const blocks = text
      .split(/^(?=(?:export )?(?:const|function|class|default) )/m)
      .filter((block) => drawn.test(block))
    return blocks.map((block) => {
      const name = /^(?:export )?(?:const|function) (\w+)/.exec(block)?.[1] ?? 'no function'
      return `${path.replaceAll('\\', '/')}#${name}`
    })
  })
}

it('has a sample, and so a snapshot, for every view that draws a table', () => {
  const places = drawingPlaces()
  const views = places.flatMap((place) => /^src\/views\/(.+)\.ts(#\w+)$/.exec(place)?.slice(1).join('') ?? [])

  expect(views.length).toBeGreaterThan(25)
  expect(Object.keys(samples).toSorted()).toEqual(views.toSorted())
  // Their rows are those of the views, and what --fields names.
  expect(places.filter((place) => !place.startsWith('src/views/'))).toEqual(['src/call/show/table-sink.ts#tableSink'])
})

async function viewOf(key: string): Promise<View<unknown>> {
  const [file = '', name = ''] = key.split('#')
  const path = `../../src/views/${file}.ts`
  const module = (await import(path)) as Record<string, View<unknown>>
  return module[name] as View<unknown>
}

it.each(Object.keys(samples))('shows %s at 50, 80 and 120 columns', async (key) => {
  const view = await viewOf(key)
  const shown = [50, 80, 120].map((width) => {
    const hidden: string[] = []
    const text = view(
      samples[key],
      looksAt(width, style(false), (headers) => hidden.push(...headers)),
    )
    return { width, text, hidden }
  })

  const page = shown.map(({ width, text, hidden }) => {
    const gone = hidden.length === 0 ? '' : `\n(hidden: ${hidden.join(', ')})`
    return `${'-'.repeat(width)}\n${text}${gone}\n`
  })
  await expect(page.join('\n')).toMatchFileSnapshot(`tables/${key.replace('#', '-')}.txt`)
  for (const { width, text } of shown) {
    const tooLong = text.split('\n').filter((line) => displayWidth(line) > width)
    // Only what may not be broken is longer than the terminal: an address, a header of a request, JSON.
    expect(tooLong.filter((line) => !/\S{40}|^ *"|\{"|^[\w-]+: /.test(line))).toEqual([])
    // oxlint-disable-next-line no-control-regex -- control characters are what it looks for
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e]/)
    for (const cut of text.match(/\S+…/g) ?? []) {
      const start = cut.replace('…', '')
      expect(typed.filter((name) => start.length > 3 && name !== start && name.startsWith(start))).toEqual([])
    }
  }
})

it.each(Object.keys(samples))('shows every column of %s in a pipe and with --wide', async (key) => {
  const view = await viewOf(key)
  const hidden: string[] = []

  const piped = view(
    samples[key],
    looksAt(0, style(false), (headers) => hidden.push(...headers)),
  )
  const wide = view(samples[key], { ...looksAt(50, style(false), (headers) => hidden.push(...headers)), isWide: true })

  expect(hidden).toEqual([])
  expect(piped).not.toContain('…')
  expect(wide).not.toContain('…')
})
