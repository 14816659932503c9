import { resolve } from 'node:path'
import { buildServer, compile } from './compile.ts'

// `bun run build`: dist/portal, the whole portal as one file, and the server for `bun run start`.

const started = performance.now()
const outfile = resolve(import.meta.dir, '../../dist/portal')
await compile(outfile)
await buildServer()
const megabytes = Bun.file(outfile).size / 1e6
console.log(`${outfile}: ${megabytes.toFixed(0)} MB in ${Math.round(performance.now() - started)} ms`)
