import { logFormats } from '#server/log-format.ts'
import { openScreen } from '#server/screen.ts'
import { findFreshServer } from './build/fresh-server.ts'
import { endWithNpm } from './end-with-npm.ts'

// Printed before slow modules are loaded. The portal, which reads all settings, reports invalid values.
const { LOG_FORMAT, LOG_LEVEL, NO_COLOR } = process.env
const screen = openScreen({
  LOG_FORMAT: logFormats.find((format) => format === LOG_FORMAT),
  LOG_LEVEL: LOG_LEVEL || 'info',
  NO_COLOR,
})

endWithNpm()
const server = findFreshServer()
if (server) await import(server)
else {
  await screen.step('Building the client', async () => {
    const { buildRelease } = await import('./build/client.ts')
    await buildRelease()
  })
  await import('#app/main.ts')
}
