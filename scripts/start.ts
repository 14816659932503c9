import { buildRelease } from './build/client.ts'
import { endWithNpm } from './end-with-npm.ts'

endWithNpm()
await buildRelease()
await import('#app/main.ts')
