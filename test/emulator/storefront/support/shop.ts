import { makeEmulator } from '../../../support/emulator.ts'

/** The storefront of a seeded store, and a visitor who keeps a cookie and follows no redirect. */
export async function makeShop() {
  const tools = makeEmulator()
  const store = await tools.openStore()
  const db = tools.emulator.context.storeDb(store.store.id)

  const visitor = () => {
    let cookie: string | null = null
    const open = async (path: string, init: RequestInit = {}): Promise<Response> => {
      const headers = new Headers(init.headers)
      if (cookie !== null) headers.set('Cookie', cookie)
      const answer = await tools.emulator.fetch(new Request(tools.urls.storefront + path, { ...init, headers }))
      cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
      return answer
    }
    return {
      open,
      text: async (path: string) => (await open(path)).text(),
      post: (path: string, fields: Record<string, string>) =>
        open(path, { method: 'POST', body: new URLSearchParams(fields) }),
    }
  }

  return {
    ...tools,
    ...visitor(),
    store,
    db,
    visitor,
    links,
    orders: () => db.prepare('SELECT * FROM orders ORDER BY id DESC').all(),
    /** Pieces of a product in the warehouses together. */
    stockOf: (productId: number) =>
      Number(db.prepare('SELECT sum(quantity) AS n FROM stock WHERE product_id = ?').get(productId)?.['n']),
  }
}

/** The links of a page: their whole text to where they lead. */
function links(page: string): Record<string, string> {
  return Object.fromEntries(
    [...page.matchAll(/<a\b[^>]*href="([^"]*)"[^>]*>([\s\S]*?)<\/a\s*>/g)].map(([, href = '', text = '']) => [
      text.trim(),
      href.replaceAll('&amp;', '&'),
    ]),
  )
}

/** The hidden fields of a page, as its forms would send them. */
export function hiddenFields(page: string): Record<string, string> {
  return Object.fromEntries(
    [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  )
}
