import type { ResponseOf } from '../../../../catalog/endpoint.ts'
import { targetTypes, type storefrontTargets } from '../../../../catalog/resources/storefront-targets.ts'
import type { HandlersFor } from '../../handler.ts'
import { Refusal } from '../../rejection.ts'
import { selectedRegion } from '../../selected-region.ts'
import { targetRows, type TargetRow } from './target-rows.ts'

type Target = ResponseOf<typeof storefrontTargets.list>['items'][number]

export const storefrontTargetsHandlers = {
  /** DISC-057 to DISC-074: returns all targets without pages. Only a setting limits the number of each type (N32). */
  list: (call) => {
    const region = selectedRegion(call)
    if (region instanceof Refusal) return region
    const { context, db, query } = call
    const { type, search = '' } = query
    const language = region.languageCode
    // İ and I are different letters only in Turkish, so the region's language decides the lowercase form.
    const needle = search.toLocaleLowerCase(language)
    const cap = context.settings().targetsMax ?? Number.POSITIVE_INFINITY
    const items = (type === undefined ? targetTypes : [type]).flatMap((one) =>
      targetRows(db, one, region.id, language)
        .filter(({ title }) => title.toLocaleLowerCase(language).includes(needle))
        .map((row) => targetOf(row, region.domain))
        .filter((target) => target !== null)
        .slice(0, cap),
    )
    return { success: true, items, totalCount: items.length }
  },
} satisfies HandlersFor<typeof storefrontTargets>

/** DISC-065: returns null for a row without a storefront URL. */
function targetOf({ type, id, title, slug, imageUrl }: TargetRow, domain: string | null): Target | null {
  if (slug === null || slug === '') return null
  const targetPath = `/${folders[type]}/${encodeURIComponent(slug)}`
  return { type, id, title, targetPath, url: domain === null ? null : `https://${domain}${targetPath}`, imageUrl }
}

const folders: Readonly<Record<TargetRow['type'], string>> = {
  product: 'products',
  category: 'categories',
  content: 'content',
  page: 'pages',
}
