import { connect, createServer, type Socket } from 'node:net'

/**
 * A proxy with a hole: it drops every field that `Connection` names, including the length of the body it forwards, and
 * all visitors share one connection to the upstream server. The suite must notice.
 */
export async function startBrokenProxy(socketPath: string) {
  const behind = connect({ path: socketPath })
  const waiting: Socket[] = []
  behind.on('data', (bytes) => waiting.shift()?.write(bytes))
  behind.on('error', () => {})
  const server = createServer((visitor) => {
    visitor.on('error', () => {})
    visitor.on('data', (bytes) => {
      const [head = '', ...rest] = bytes.toString('latin1').split('\r\n\r\n')
      const named =
        /\r\nconnection: ([^\r]*)/i
          .exec(head)?.[1]
          ?.toLowerCase()
          .split(/[,\s]+/) ?? []
      const kept = head
        .split('\r\n')
        .filter((line) => !named.includes(line.split(':')[0]?.toLowerCase() ?? ''))
      const sent = kept.filter((line) => !/^connection:/i.test(line))
      waiting.push(visitor)
      behind.write(`${sent.join('\r\n')}\r\n\r\n${rest.join('\r\n\r\n')}`, 'latin1')
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    stop() {
      behind.destroy()
      server.close()
      for (const visitor of waiting) visitor.destroy()
    },
  }
}
