import type { Assumption } from '../catalog/assumptions.ts'
import { table } from '../terminal/table.ts'
import { facts } from './cells.ts'
import type { View } from './view.ts'

interface Shown extends Assumption {
  readonly endpoints: readonly string[]
  readonly value?: unknown
}

/** Every choice in a line; one choice with all that is known of it. */
export const assumptionsView: View<readonly Shown[]> = (shown, { width, style }) => {
  const [only, ...more] = shown
  if (only !== undefined && more.length === 0) return oneChoice(only)
  return table(
    shown,
    [
      { header: 'ID', cell: ({ id }) => id },
      { header: 'OPEN', cell: ({ open }) => open },
      { header: 'CHOICE', cell: ({ choice }) => choice },
      { header: 'SWITCH', cell: switchText },
      { header: 'RESTS ON IT', cell: ({ endpoints }) => endpoints.join(' ') },
    ],
    { width, heading: style.dim },
  )
}

function oneChoice(shown: Shown): string {
  const { id, open, choice, endpoints, command } = shown
  const commands = endpoints.map((endpoint) => `app call ${endpoint.replace('.', ' ')}`)
  return facts([
    ['choice', id],
    ['open', open],
    ['chosen', choice],
    ['switch', switchText(shown) || 'none'],
    ['command', command ?? 'none'],
    ['rests on it', commands.join(', ') || 'no endpoint'],
  ])
}

function switchText({ setting, value }: Shown): string {
  if (setting === undefined) return ''
  if (value === undefined) return setting
  return `${setting} = ${typeof value === 'string' ? value : JSON.stringify(value)}`
}
