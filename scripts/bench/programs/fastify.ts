import fastify from 'fastify@5.12.8'
import { openCloud } from './peer-cloud.ts'

// Started by `support/peers.ts` with a data folder: the cloud in Fastify 5. Prints its address.

const [dataDir = ''] = process.argv.slice(2)
const answer = openCloud(dataDir)

const app = fastify()
app.get('/health', (_request, reply) => reply.send({ ok: true }))
app.get('/api/cloud/all-services', ({ headers }, reply) => {
  const { status, etag, body } = answer(headers)
  reply.code(status)
  if (etag) reply.header('etag', etag)
  return reply.send(body)
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
console.log(JSON.stringify({ msg: 'listening', url }))
process.on('SIGTERM', () => process.exit(0))
