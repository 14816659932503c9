import { createHash, createHmac, pbkdf2Sync } from 'node:crypto'
import type { Socket } from 'bun'
import { BSON } from 'mongodb'

type Document = Record<string, unknown>
type FakeUser = { password: string; roles: { role: string; db: string }[] }
type Connection = { buffer: Buffer; conversation: string; isIn: boolean }

const [reply, query, message] = [1, 2_004, 2_013]
const salt = Buffer.from('the salt of a test')
const iterations = 4_096
const hmac = (key: Uint8Array, text: string) => createHmac('sha256', key).update(text).digest()

const fault = (code: number, codeName: string, errmsg: string): Document => ({
  ok: 0,
  code,
  codeName,
  errmsg,
})

/** The start of the document in a message, and the wrapper of the answer (OP_QUERY, OP_MSG). */
function parse(packet: Buffer): { id: number; command: Document; opcode: number } {
  const opcode = packet.readInt32LE(12)
  // Flags, the name of the collection with its zero byte, two numbers; or flags and the kind of the section.
  const start = opcode === query ? packet.indexOf(0, 20) + 1 + 8 : 21
  const length = packet.readInt32LE(start)
  return {
    id: packet.readInt32LE(4),
    command: BSON.deserialize(packet.subarray(start, start + length)),
    opcode,
  }
}

function wrap(document: Document, to: number, opcode: number): Buffer {
  const body = Buffer.from(BSON.serialize(document))
  const before = opcode === query ? Buffer.alloc(20) : Buffer.alloc(5)
  if (opcode === query) before.writeInt32LE(1, 16)
  const header = Buffer.alloc(16)
  header.writeInt32LE(16 + before.length + body.length, 0)
  header.writeInt32LE(to, 8)
  header.writeInt32LE(opcode === query ? reply : message, 12)
  return Buffer.concat([header, before, body])
}

/** A MongoDB server in memory, as far as the engine needs it, with one administrator (SCRAM-SHA-256, RFC 7677). */
export function startFakeMongo({ name = 'root', password = 'the admin' } = {}) {
  /** By `database.user`. */
  const users = new Map<string, FakeUser>()
  const sizes = new Map<string, number>()
  const ended: Document[] = []
  const sockets = new Set<Socket<Connection>>()

  /** Both ends of a conversation prove that they know the password. */
  const prove = (connection: Connection, payload: string): Document => {
    const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
    const fields = Object.fromEntries(payload.split(',').map((part) => [part[0], part.slice(2)]))
    if (fields.p === undefined) {
      const nonce = `${fields.r}server`
      const first = `r=${nonce},s=${salt.toString('base64')},i=${iterations}`
      connection.conversation = `${payload.replace(/^n,,/, '')},${first}`
      return { conversationId: 1, done: false, payload: new BSON.Binary(Buffer.from(first)), ok: 1 }
    }
    const text = `${connection.conversation},${payload.replace(/,p=.*$/, '')}`
    const clientKey = hmac(salted, 'Client Key')
    const storedKey = createHash('sha256').update(clientKey).digest()
    const signature = hmac(storedKey, text)
    const proof = Buffer.from(clientKey.map((byte, index) => byte ^ (signature[index] ?? 0))).toString(
      'base64',
    )
    if (proof !== fields.p || !connection.conversation.startsWith(`n=${name},`))
      return fault(18, 'AuthenticationFailed', 'Authentication failed.')
    connection.isIn = true
    const last = `v=${hmac(hmac(salted, 'Server Key'), text).toString('base64')}`
    return { conversationId: 1, done: true, payload: new BSON.Binary(Buffer.from(last)), ok: 1 }
  }

  const act = (command: Document): Document => {
    const db = String(command.$db)
    const [verb = ''] = Object.keys(command)
    const key = `${db}.${String(command[verb])}`
    const user = { password: String(command.pwd), roles: command.roles as FakeUser['roles'] }
    const isKnown = users.has(key)
    if (verb === 'createUser') {
      if (isKnown) return fault(51_003, 'Location51003', 'User already exists')
      users.set(key, user)
    } else if (verb === 'updateUser' || verb === 'dropUser') {
      if (!isKnown) return fault(11, 'UserNotFound', `Could not find user ${key}`)
      if (verb === 'updateUser') users.set(key, user)
      else users.delete(key)
    } else if (verb === 'usersInfo') {
      const all = [...users.keys()].filter((each) =>
        command.usersInfo === 1 ? each.startsWith(`${db}.`) : each === key,
      )
      return { ok: 1, users: all.map((_id) => ({ _id })) }
    } else if (verb === 'listDatabases') {
      const filter = command.filter as { name?: string } | undefined
      const names = [...sizes.keys()].filter((each) => filter?.name === undefined || filter.name === each)
      return { ok: 1, databases: names.map((each) => ({ name: each })) }
    } else if (verb === 'dbStats') return { ok: 1, dataSize: sizes.get(db) ?? 0, indexSize: 0 }
    else if (verb === 'dropDatabase') sizes.delete(db)
    else if (verb === 'killAllSessions') ended.push(...(command.killAllSessions as Document[]))
    else if (verb === 'buildInfo') return { ok: 1, version: '8.0.0' }
    else if (verb !== 'ping' && verb !== 'endSessions')
      return fault(59, 'CommandNotFound', `no such command: ${verb}`)
    return { ok: 1 }
  }

  const answer = (connection: Connection, command: Document): Document => {
    if ('hello' in command || 'ismaster' in command || 'isMaster' in command)
      return {
        ...{
          ok: 1,
          helloOk: true,
          ismaster: true,
          isWritablePrimary: true,
          minWireVersion: 0,
          maxWireVersion: 21,
        },
        ...{ maxBsonObjectSize: 16_777_216, maxMessageSizeBytes: 48_000_000, maxWriteBatchSize: 100_000 },
        saslSupportedMechs: ['SCRAM-SHA-256'],
      }
    if ('saslStart' in command || 'saslContinue' in command)
      return prove(connection, Buffer.from((command.payload as BSON.Binary).buffer).toString())
    return connection.isIn ? act(command) : fault(13, 'Unauthorized', 'command requires authentication')
  }

  const listener = Bun.listen<Connection>({
    hostname: '127.0.0.1',
    port: 0,
    socket: {
      open(socket) {
        socket.data = { buffer: Buffer.alloc(0), conversation: '', isIn: false }
        sockets.add(socket)
      },
      close: (socket) => void sockets.delete(socket),
      data(socket, chunk) {
        const connection = socket.data
        connection.buffer = Buffer.concat([connection.buffer, chunk])
        while (
          connection.buffer.length >= 4 &&
          connection.buffer.length >= connection.buffer.readInt32LE(0)
        ) {
          const length = connection.buffer.readInt32LE(0)
          const { id, command, opcode } = parse(connection.buffer.subarray(0, length))
          connection.buffer = connection.buffer.subarray(length)
          socket.write(wrap(answer(connection, command), id, opcode))
        }
      },
    },
  })
  return {
    url: new URL(`mongodb://${name}:${encodeURIComponent(password)}@127.0.0.1:${listener.port}`),
    port: listener.port,
    users,
    sizes,
    /** The users whose sessions were killed. */
    ended,
    stop() {
      for (const socket of sockets) socket.terminate()
      listener.stop(true)
    },
  }
}
