import { EngineRefused } from '../database-engine.ts'
import { wrapInSandbox } from '../sandbox.ts'
import { unzip } from '../unzip.ts'
import { findTool } from './programs.ts'

const gzipMagic = [0x1f, 0x8b]
const customMagic = Buffer.from('PGDMP')
const longestSaid = 400

type Chunks = AsyncGenerator<Uint8Array>

async function* chunksOf(content: ReadableStream<Uint8Array>): Chunks {
  for await (const chunk of content) if (chunk.length > 0) yield chunk
}

/** The stream again, and its first bytes. */
async function peek(chunks: Chunks, length: number): Promise<{ head: Buffer; all: Chunks }> {
  let head = Buffer.alloc(0)
  while (head.length < length) {
    const { done, value } = await chunks.next()
    if (done) break
    head = Buffer.concat([head, value])
  }
  const all = async function* () {
    yield head
    yield* chunks
  }
  return { head, all: all() }
}

const toStream = (chunks: Chunks): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream({
    async pull(controller) {
      const { done, value } = await chunks.next()
      if (done) controller.close()
      else controller.enqueue(new Uint8Array(value))
    },
    async cancel() {
      await chunks.return(undefined)
    },
  })

async function* readCustom(chunks: Chunks): Chunks {
  const tool = findTool('pg_restore', 0)
  if (!tool)
    throw new EngineRefused(
      'The dump has the custom format, for which this installation has no pg_restore. Use the plain format (pg_dump --format=plain).',
    )
  const command = [tool.program, '--file=-', '--no-owner', '--no-privileges']
  const child = Bun.spawn(await wrapInSandbox(command), {
    cwd: '/',
    env: { LC_ALL: 'C' },
    stdin: toStream(chunks),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  try {
    const said = new Response(child.stderr).text()
    yield* chunksOf(child.stdout)
    if ((await child.exited) !== 0)
      throw new EngineRefused(`pg_restore ${tool.major} says: ${(await said).trim().slice(0, longestSaid)}`)
  } finally {
    child.kill('SIGKILL')
  }
}

/** A dump in any of its formats as SQL: plain, gzip, or pg_dump's custom format. @throws EngineRefused while it is read */
export async function* readDump(content: ReadableStream<Uint8Array>): Chunks {
  let { head, all } = await peek(chunksOf(content), customMagic.length)
  if (gzipMagic.every((byte, index) => head[index] === byte)) {
    ;({ head, all } = await peek(unzip(all), customMagic.length))
  }
  yield* head.subarray(0, customMagic.length).equals(customMagic) ? readCustom(all) : all
}
