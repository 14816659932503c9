import { EngineRefused } from '#server/system/programs/engine-refused.ts'
import { readFile } from '../read-file.ts'
import { wrapInSandbox } from '../sandbox.ts'
import { findTool } from './server/programs.ts'

const customMagic = Buffer.from('PGDMP')
const longestSaid = 400

type Chunks = AsyncGenerator<Uint8Array>

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
      'This dump is in the custom format, and this installation has no pg_restore. Use the plain format (pg_dump --format=plain).',
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
    for await (const chunk of child.stdout) yield chunk
    if ((await child.exited) !== 0)
      throw new EngineRefused(`pg_restore ${tool.major} says: ${(await said).trim().slice(0, longestSaid)}`)
  } finally {
    child.kill('SIGKILL')
  }
}

/**
 * A dump in any of its formats, converted to SQL: plain, gzip, or pg_dump's custom format. @throws EngineRefused while reading
 */
export async function* readDump(content: ReadableStream<Uint8Array>): Chunks {
  const { head, all } = await readFile(content, 'postgresql')
  yield* head.subarray(0, customMagic.length).equals(customMagic) ? readCustom(all) : all
}
