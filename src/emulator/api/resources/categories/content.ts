import type { DatabaseSync } from 'node:sqlite'

import type { ResponseOf } from '../../../../catalog/endpoint.ts'
import { codes } from '../../../../catalog/errors.ts'
import type { categories } from '../../../../catalog/resources/categories.ts'
import { textOrNull } from '../../../../storage/columns.ts'
import { transaction } from '../../../../storage/database.ts'
import { prepared, upsertRow } from '../../../../storage/statements.ts'
import { writeAudit } from '../../../store/audit.ts'
import { stateDigest } from '../../../store/state-digest.ts'
import type { Call } from '../../handler.ts'
import { invalid, Refusal } from '../../rejection.ts'
import type { NamedCategory } from './rows.ts'

interface Content {
  readonly descriptionHtml: string | null
  readonly seoTitle: string | null
  readonly seoDescription: string | null
}

/** Category and language of the texts. */
interface ContentKey {
  readonly categoryId: number
  readonly regionId: number
  readonly languageCode: string
}

/** Returns the region's texts in its language, with null for a missing text. */
export function showContent(
  call: Call<typeof categories.content>,
  named: NamedCategory,
): ResponseOf<typeof categories.content> {
  const place = keyOf(named)
  const content = readContent(call.db, place)
  return { success: true, ...place, ...content, contentDigest: stateDigest({ ...place, ...content }) }
}

/**
 * Replaces the region's texts. They are stored as sent, including HTML, because no page ever
 * contains them. The digest must be current, even if the texts are unchanged.
 */
export function setContent(
  { context, db, caller, body }: Call<(typeof categories)['set-content']>,
  named: NamedCategory,
): ResponseOf<(typeof categories)['set-content']> | Refusal {
  if (!body.userConfirmed) return invalid('userConfirmed must be true. The store owner must confirm the change.')
  const place = keyOf(named)
  const previousDigest = stateDigest({ ...place, ...readContent(db, place) })
  if (body.expectedCurrentDigest !== previousDigest) {
    return new Refusal(409, 'content-changed', {
      message: 'The content has changed since expectedCurrentDigest was read.',
      code: codes.categoryContentChanged,
    })
  }
  const content = contentOf(body)
  const contentDigest = stateDigest({ ...place, ...content })
  const changed = contentDigest !== previousDigest
  const audit = transaction(db, () => {
    if (changed) writeContent(db, place, content)
    return writeAudit(db, {
      kind: 'category-content',
      subjectId: place.categoryId,
      appKey: caller.appKey,
      regionId: place.regionId,
      evidence: body.evidence,
      details: { languageCode: place.languageCode, previousDigest, contentDigest, changed },
      at: context.now().getTime(),
    })
  })
  return { success: true, categoryId: place.categoryId, contentDigest, changed, audit }
}

function keyOf({ category, region: { id: regionId, languageCode } }: NamedCategory): ContentKey {
  return { categoryId: category.id, regionId, languageCode }
}

function contentOf({ descriptionHtml, seoTitle, seoDescription }: Content): Content {
  return {
    descriptionHtml: descriptionHtml ?? null,
    seoTitle: seoTitle ?? null,
    seoDescription: seoDescription ?? null,
  }
}

function readContent(db: DatabaseSync, { categoryId, regionId, languageCode }: ContentKey): Content {
  const row =
    prepared(db, 'SELECT * FROM category_contents WHERE category_id = ? AND region_id = ? AND language = ?').get(
      categoryId,
      regionId,
      languageCode,
    ) ?? {}
  return {
    descriptionHtml: textOrNull(row, 'description_html'),
    seoTitle: textOrNull(row, 'seo_title'),
    seoDescription: textOrNull(row, 'seo_description'),
  }
}

function writeContent(db: DatabaseSync, { categoryId, regionId, languageCode }: ContentKey, content: Content): void {
  upsertRow(
    db,
    'category_contents',
    { category_id: categoryId, region_id: regionId, language: languageCode },
    { description_html: content.descriptionHtml, seo_title: content.seoTitle, seo_description: content.seoDescription },
  )
}
