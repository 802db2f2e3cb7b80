import type { TemplateList } from '../scaffold/templates.ts'
import { entries } from '../terminal/entries.ts'
import type { View } from './view.ts'

/** Formats the templates with the scopes and topics that each app.toml starts with. */
export const templateListView: View<TemplateList> = ({ templates }, looks) => {
  const { bold, dim } = looks.style
  const columns = [
    { header: 'TEMPLATE', cell: ({ name }: TemplateList['templates'][number]) => name },
    { header: 'SCOPES', cell: ({ scopes }: TemplateList['templates'][number]) => scopes.join(' ') },
    { header: 'DESCRIPTION', cell: ({ about }: TemplateList['templates'][number]) => about },
  ]
  return entries(
    templates,
    {
      columns,
      head: ({ name }) => bold(name),
      texts: ({ about, scopes, topics }) => [about, dim(`scopes ${scopes.join(' ')}, topics ${topics.join(' ')}`)],
    },
    looks,
  )
}
