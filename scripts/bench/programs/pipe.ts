import type { Socket } from 'bun'

// Started with the path of a socket: forwards bytes both ways without reading them, the minimum for anything in front of a
// server. Prints its address.

const [path = ''] = Bun.argv.slice(2)

/** The other end, and the bytes that this end has not accepted yet. */
type End = { other: Socket<End> | null; held: Uint8Array | null }

function pass(end: Socket<End>, chunk: Uint8Array): void {
  const { other } = end.data
  if (!other) return
  const written = Math.max(0, other.write(chunk))
  if (written === chunk.length) return
  // The chunk's memory is reused after this call.
  other.data.held = Uint8Array.from(chunk.subarray(written))
  end.pause()
}

function drain(end: Socket<End>): void {
  const { held, other } = end.data
  if (!held) return
  const written = Math.max(0, end.write(held))
  end.data.held = written < held.length ? held.subarray(written) : null
  if (end.data.held === null) other?.resume()
}

const socket = {
  data: pass,
  drain,
  close: ({ data: { other } }: Socket<End>) => void other?.end(),
  error() {},
}

const listener = Bun.listen<End>({
  hostname: '127.0.0.1',
  port: 0,
  socket: {
    ...socket,
    async open(end) {
      end.data = { other: null, held: null }
      end.pause()
      end.data.other = await Bun.connect<End>({ unix: path, data: { other: end, held: null }, socket })
      end.resume()
    },
  },
})
console.log(JSON.stringify({ msg: 'listening', url: `http://127.0.0.1:${listener.port}` }))
