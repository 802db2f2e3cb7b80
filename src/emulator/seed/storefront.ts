import { insertRow } from '../../storage/statements.ts'
import type { Seeding } from './seeding.ts'

interface SeededPage {
  readonly type: 'content' | 'page'
  readonly image: string | null
  /** Language to title and slug. A text without a slug has no address. */
  readonly texts: Readonly<Record<string, readonly [title: string, slug: string | null]>>
}

const pages: readonly SeededPage[] = [
  {
    type: 'page',
    image: null,
    texts: { en: ['About us', 'about-us'], de: ['Über uns', 'ueber-uns'], tr: ['Hakkımızda', 'hakkimizda'] },
  },
  {
    type: 'page',
    image: null,
    texts: { en: ['Contact', 'contact'], de: ['Kontakt', 'kontakt'], tr: ['İletişim', 'iletisim'] },
  },
  // Not published, because it has no address.
  { type: 'page', image: null, texts: { en: ['Holiday hours', null], de: ['Feiertage', null], tr: ['Tatil', null] } },
  {
    type: 'content',
    image: 'linen-care.jpg',
    texts: {
      en: ['How to care for linen', 'linen-care'],
      de: ['So pflegen Sie Leinen', 'leinenpflege'],
      tr: ['Keten bakımı', 'keten-bakimi'],
    },
  },
  // Written in one language only.
  { type: 'content', image: null, texts: { tr: ['Isıtmalı kupa rehberi', 'isitmali-kupa'] } },
]

/** Creates the store's identity with a relative logo, and pages with a text in each language of the example store. */
export function seedStorefront({ db, store }: Seeding): void {
  insertRow(db, 'store_identity', { id: 1, logo_url: '/media/logo.svg', contact_email: `hello@${store.domain}` })
  for (const { type, image, texts } of pages) {
    const id = insertRow(db, 'storefront_pages', {
      type,
      image_url: image === null ? null : `https://${store.domain}/media/${image}`,
    })
    for (const [language, [title, slug]] of Object.entries(texts)) {
      insertRow(db, 'storefront_page_texts', { page_id: id, language, title, slug })
    }
  }
}
