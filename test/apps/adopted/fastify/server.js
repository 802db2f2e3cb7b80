import Fastify from 'fastify'

const server = Fastify()

server.get('/', async () => 'Acme shop')
server.post('/carts', async (request, reply) => reply.code(201).send({ items: request.body.items.length }))

await server.listen({ port: Number(process.env.PORT ?? 3000), host: '127.0.0.1' })
