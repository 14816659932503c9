import express from 'express@5.3.0'
import { openCloud } from './peer-cloud.ts'

// Started by `support/peers.ts` with a data folder: the cloud in Express 5. Prints its address.

const [dataDir = ''] = process.argv.slice(2)
const answer = openCloud(dataDir)

const app = express()
app.disable('x-powered-by')
app.set('etag', false)
app.get('/health', (_request, response) => response.json({ ok: true }))
app.get('/api/cloud/all-services', ({ headers }, response) => {
  const { status, etag, body } = answer(headers)
  response.status(status)
  if (etag) response.set('etag', etag)
  if (body === undefined) response.end()
  else response.json(body)
})
const server = app.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ msg: 'listening', url: `http://127.0.0.1:${server.address().port}` }))
})
process.on('SIGTERM', () => process.exit(0))
