import { expect, test } from 'bun:test'
import { createOffEngine } from '#features/engines/drivers/off-engine.ts'
import { createTestApp } from '#test/support/app.ts'
import { createFakeEngine, onlyEngine } from '#test/support/fake-engine.ts'
import { databases } from './feature.ts'

test('a configured engine that is not installed is logged at start and unhealthy', async () => {
  const { engine } = createFakeEngine('mysql')
  const postgresql = createOffEngine('postgresql', { advice: 'Install it.', isMissing: true })
  const app = await createTestApp({ databaseEngines: { ...onlyEngine(engine), postgresql } })
  const { stop } = await databases.serve(app.deps)
  await stop?.()
  const warnings = app.logged.filter((line) =>
    line.includes('the configured database engine is not available'),
  )
  expect(warnings).toHaveLength(1)
  expect(warnings[0]).toContain('Install it.')
  const { cookie } = await app.addAdministrator()
  const { body } = await app.request('/api/admin/drivers', { cookie })
  expect(JSON.stringify(body)).toContain('Install it.')
  await app.close()
})
