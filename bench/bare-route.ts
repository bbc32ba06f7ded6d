import Fastify from 'fastify'

// A bare Fastify route that returns the bytes of the first argument, as the baseline of `bench/me.ts`.
const [body = ''] = process.argv.slice(2)
const app = Fastify()
app.get('/', (_, reply) => reply.header('content-type', 'application/json; charset=utf-8').send(body))
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
process.once('disconnect', () => process.exit())
