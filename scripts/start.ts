import { resolve } from 'node:path'
import { buildClient } from './build.ts'
import { endWithNpm } from './end-with-npm.ts'

endWithNpm()
await buildClient({ minify: true, outdir: resolve(import.meta.dir, '../dist/client') })
await import('#app/main.ts')
