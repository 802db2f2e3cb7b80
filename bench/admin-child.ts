import { createEmulator } from '../src/emulator/app.ts'
import { listStores } from '../src/emulator/platform/stores.ts'
import { openSeededStore } from '../src/emulator/seed/open-store.ts'

// Requests the pages of the admin and the data explorer in process: node admin-child.ts <folder> <demo|large> <repeats>
const [folder = '', size, repeats = '30'] = process.argv.slice(2)
const seed = size === 'large' ? 'large' : 'demo'
/** Warm-up requests, which compile the code and read the database pages. */
const WARM_UP = 20
/** Available apps, every second one installed: more than one page of them in both stores. */
const APPS = seed === 'large' ? 1000 : 120

const { context, controlToken, fetch: ask } = createEmulator({ dir: folder, version: '0.0.0-bench' })
openSeededStore(context, seed)
const store = listStores(context).find(({ code }) => code === seed)
if (store === undefined) throw new Error(`No store ${seed}.`)
const { admin, portal } = context.urls()

const control = async (method: string, path: string, body: object): Promise<unknown> => {
  const headers = { Authorization: `Bearer ${controlToken}`, 'Content-Type': 'application/json' }
  const answer = await ask(new Request(`${portal}/_emu/v1${path}`, { method, headers, body: JSON.stringify(body) }))
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** Returns headers of a browser for one site, signed in through a single-use address. */
async function signedIn(url: string): Promise<Record<string, string>> {
  const answer = await ask(new Request(url))
  return { Cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '' }
}

await control('PUT', '/apps/app.acme.bench', {
  name: 'Bench',
  requested_scopes: ['orders.read'],
  redirect_uris: ['http://127.0.0.1:3000/callback'],
})
addApps()
const urlOf = async (path: string) => ((await control('POST', path, {})) as { url: string }).url
const inAdmin = await signedIn(await urlOf(`/stores/${store.code}/sign-in`))
const inPortal = await signedIn(await urlOf('/portal-address'))

const db = context.storeDb(store.id)
const newest = (table: string, where = 'TRUE') =>
  Number(db.prepare(`SELECT max(id) AS id FROM ${table} WHERE ${where}`).get()?.['id'])
const order = newest('orders', `region_id = ${store.regions[0]?.id}`)
const data = `${portal}/data/${store.code}`

/** Name, address and client of each page. Both stores show the same number of rows. */
const pages: readonly (readonly [name: string, url: string, headers: Record<string, string>])[] = [
  ['Orders', `${admin}/admin/orders`, inAdmin],
  ['Orders, far page', `${admin}/admin/orders?before=${Math.floor(order / 3)}`, inAdmin],
  ['Orders, by status and source', `${admin}/admin/orders?status=delivered&source=web`, inAdmin],
  ['Orders, search without a match', `${admin}/admin/orders?q=zzzz`, inAdmin],
  ['An order', `${admin}/admin/orders/${order}`, inAdmin],
  ['Products', `${admin}/admin/products`, inAdmin],
  ['Products, search with many matches', `${admin}/admin/products?q=linen`, inAdmin],
  ['Products, search without a match', `${admin}/admin/products?q=zzzz`, inAdmin],
  ['A product', `${admin}/admin/products/100`, inAdmin],
  ['Customers', `${admin}/admin/customers`, inAdmin],
  ['Customers, search without a match', `${admin}/admin/customers?q=zzzz`, inAdmin],
  ['A customer', `${admin}/admin/customers/50`, inAdmin],
  ['Categories', `${admin}/admin/categories`, inAdmin],
  ['A category', `${admin}/admin/categories/1`, inAdmin],
  ['Plugins', `${admin}/admin/plugins`, inAdmin],
  ['Stock and shipping', `${admin}/admin/goods`, inAdmin],
  ['Data', data, inPortal],
  ['Data: orders', `${data}/orders`, inPortal],
  ['Data: orders by total', `${data}/orders?sort=grand_total`, inPortal],
  ['Data: products by name', `${data}/products?sort=name`, inPortal],
  ['Data: products, search without a match', `${data}/products?column=name&is=contains&value=zzzz`, inPortal],
]

const found: Record<string, number> = {}
for (const [name, url, headers] of pages) {
  const times: number[] = []
  for (let at = -WARM_UP; at < Number(repeats); at += 1) {
    const before = process.cpuUsage()
    const answer = await ask(new Request(url, { headers }))
    await answer.text()
    const { user, system } = process.cpuUsage(before)
    if (answer.status !== 200) throw new Error(`${name}: ${answer.status}`)
    if (at >= 0) times.push((user + system) / 1000)
  }
  found[name] = times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? NaN
}
process.send?.(found)
process.disconnect?.()
process.exit()

function addApps(): void {
  const columns = `status, 'cli_' || n, client_secret_digest, sealed_signing_secret, requested_scopes, optional_scopes, redirect_uris, install_scope,
    webhook_url, webhook_topics, admin_manifest_json, countries, test_store_codes, 1, created_at, approved_manifest_json, price`
  context.registry.exec(`
    INSERT INTO apps SELECT 'app.many.a' || n, 'Number ' || n, ${columns}
    FROM apps, (WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c WHERE n < ${APPS}) SELECT n FROM c)
    WHERE app_key = 'app.acme.bench';
    INSERT INTO installs (app_key, store_id, region_id, install_scope, scopes, subscription, installed_at)
      SELECT app_key, ${store?.id}, ${store?.regions[0]?.id}, 'region', '[]', 'active', 0 FROM apps WHERE rowid % 2 = 1`)
}
