import { serve } from '@hono/node-server'
import { Hono } from 'hono'

const app = new Hono()

app.get('/', (c) => c.text('Acme shop'))
app.post('/carts', async (c) => c.json({ items: (await c.req.json()).items.length }, 201))

serve({ fetch: app.fetch, port: Number(process.env.PORT ?? 3000) })
