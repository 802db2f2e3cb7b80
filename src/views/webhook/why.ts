import { wrap } from '../../terminal/wrap.ts'
import { escapeCell } from '../../text/escape.ts'
import { FAULTS } from '../../webhooks/why/faults-link.ts'
import type { Link } from '../../webhooks/why/link.ts'
import { sentence } from '../cells.ts'
import type { Looks, View } from '../view.ts'

/** If fewer columns than this are left next to a name, the result goes below it. */
const LEAST_BESIDE = 24

/** Formats the links in order, then the fix for the first broken one or for an install that cannot be checked. */
export const whyText: View<readonly Link[]> = (links, looks) => {
  const { style } = looks
  const width = Math.max(...links.map(({ name }) => name.length))
  const marks = { ok: style.green('✓'), broken: style.red('✗'), unknown: style.yellow('?') }
  const lines = links.map(({ name, state, found }) => formatLine(marks[state], [name.padEnd(width), found], looks))
  const first = findDecisive(links)
  if (first === undefined) {
    const open = links.filter(({ state }) => state === 'unknown')
    const rest = [...Map.groupBy(open, ({ remedy }) => remedy ?? '')].map(([remedy, of]) =>
      wrap(`  ${of.map(({ name }) => name).join(', ')}: ${escapeCell(remedy)}`, looks.width, '  '),
    )
    return [
      ...lines,
      '',
      rest.length === 0
        ? 'No problem found.'
        : 'No problem found in the links that this machine can check. Check the other links:',
      ...rest,
    ].join('\n')
  }
  return [
    ...lines,
    '',
    style.bold(
      sentence(`${first.state === 'broken' ? 'The first broken link' : 'Cannot be checked'}: ${first.name}.`, looks),
    ),
    sentence(escapeCell(first.remedy ?? ''), looks),
  ].join('\n')
}

interface TopicLinks {
  readonly topic: string
  readonly broken: string | null
  readonly links: readonly Link[]
}

/** Formats a line per topic with its first broken link. Each fix, or list of unknown links, appears once with its topics. */
export const whyTopicsText: View<readonly TopicLinks[]> = (topics, looks) => {
  const { style } = looks
  const width = Math.max(...topics.map(({ topic }) => topic.length))
  const first = topics.map(({ topic, links }) => ({ topic, ...decisive(links) }))
  const lines = first.map(({ topic, link, open }) => {
    const name = topic.padEnd(width)
    if (link?.state === 'broken') return formatLine(style.red('✗'), [name, `${link.name}: ${link.found}`], looks)
    if (link !== undefined) return formatLine(style.yellow('?'), [name, `${link.name}: ${link.found}`], looks)
    return open === ''
      ? formatLine(style.green('✓'), [name, 'no problem found'], looks)
      : formatLine(style.yellow('?'), [name, 'no problem found in the links that this machine can check'], looks)
  })
  const further = Map.groupBy(first, ({ link, open }) => link?.remedy ?? open)
  further.delete('')
  const words = [...further].map(([text, of]) => {
    const isAll = of.length === topics.length
    return sentence(`${isAll ? '' : `${of.map(({ topic }) => topic).join(', ')}: `}${escapeCell(text)}`, looks)
  })
  const faults = topics.flatMap(({ links }) => links.filter(({ name }) => name === FAULTS))
  const faultLines = [...new Set(faults.map(({ found, remedy }) => `Faults are ${found}. ${remedy ?? ''}`))]
  return [
    ...lines,
    ...(words.length === 0 ? [] : ['', ...words]),
    ...(faultLines.length === 0 ? [] : ['', ...faultLines.map((text) => sentence(escapeCell(text), looks))]),
    '',
    sentence('To show all links of one topic: `app webhook why <topic>`', looks),
  ].join('\n')
}

/** Returns the first broken link, or an install that cannot be checked, because several links depend on it. */
function findDecisive(links: readonly Link[]): Link | undefined {
  return (
    links.find(({ state }) => state === 'broken') ??
    links.find(({ state, name }) => state === 'unknown' && name === 'install')
  )
}

/** Returns the link for a topic's line: the decisive one, or the only unknown one. Several unknown links are listed by name. */
function decisive(links: readonly Link[]): { readonly link: Link | undefined; readonly open: string } {
  const first = findDecisive(links)
  if (first !== undefined) return { link: first, open: '' }
  const unknown = links.filter(({ state, name }) => state === 'unknown' && name !== FAULTS)
  const open = `${unknown.length} links are unknown: ${unknown.map(({ name }) => name).join(', ')}.`
  return unknown.length > 1 ? { link: undefined, open } : { link: unknown[0], open: '' }
}

/** Formats a name, padded to the longest name, and the result. */
function formatLine(mark: string, [name, found]: readonly [string, string], { width }: Pick<Looks, 'width'>): string {
  const hanging = name.length + 4
  const text = escapeCell(found)
  if (width > 0 && width - hanging < LEAST_BESIDE) return `${mark} ${name.trimEnd()}\n${wrap(`    ${text}`, width)}`
  return wrap(`${mark} ${name}  ${text}`, width, ' '.repeat(hanging))
}
