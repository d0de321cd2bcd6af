import Fastify from 'fastify'

// What `throughput.ts` compares with: the same framework with the smallest of answers, as a process of its own.
const app = Fastify()
app.get('/', async () => ({ hello: 'world' }))
console.log(`Damson is open at ${await app.listen({ port: 0, host: '127.0.0.1' })}`)
