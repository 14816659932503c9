import type { Socket } from 'bun'

// Started with the path of a socket: passes bytes to it and back without reading any, the least that something in front of a
// server can do. Prints its address.

const [path = ''] = Bun.argv.slice(2)

/** The other end, and what this one has not taken yet. */
type End = { other: Socket<End> | null; held: Uint8Array | null }

function pass(end: Socket<End>, chunk: Uint8Array): void {
  const { other } = end.data
  if (!other) return
  const written = Math.max(0, other.write(chunk))
  if (written === chunk.length) return
  // The chunk is only lent.
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
