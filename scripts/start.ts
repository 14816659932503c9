import { resolve } from 'node:path'
import { buildClient } from './build.ts'

await buildClient({ minify: true, outdir: resolve(import.meta.dir, '../dist/client') })
await import('../src/main.ts')
