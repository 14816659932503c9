import { afterAll, beforeAll, expect, test } from 'bun:test'
import { startPortal, type TestPortal, visit } from '../support/portal.ts'
import { makeWorld } from './screens.ts'
let portal: TestPortal
let world: any
const out = '/tmp/i35-g/shots'
beforeAll(async () => { portal = await startPortal({ env: { TRY_SITES: 'true' } }); world = await makeWorld(portal) }, 900000)
afterAll(() => portal.stop())
const pages: [string, string, string][] = [
  ['admin', '/admin', 'admin'], ['admin', '/admin/orders', 'orders'], ['admin', '/admin/services', 'services'], ['admin', '/admin/domains', 'adomains'], ['admin', '/admin/zones', 'zones'], ['admin', '/admin/jobs', 'jobs'], ['admin', '/admin/audit', 'audit'], ['admin', '/admin/system', 'system'], ['admin', '/admin/catalogue', 'catalogue'], ['admin', '/admin/customers', 'customers'], ['admin', '/admin/messages', 'messages'],
  ['customer', '/', 'dash'], ['customer', '/domains', 'domains'], ['customer', '/files', 'files'], ['customer', '/databases', 'databases'], ['customer', '/email', 'email'], ['customer', '/account', 'account'], ['customer', '/nowhere', 'missing'], ['customer', '/backups', 'backups'], ['customer', '/profile', 'profile'],['customer', '/websites', 'websites'],
]
test('look', async () => {
  console.log(Object.keys(world))
  for (const who of ['admin', 'customer']) {
    const person = who === 'admin' ? portal.admin : world[who]
    const { page, context } = await portal.open(person, {})
    for (const [w, path, name] of pages.filter(([w]) => w === who)) {
      try {
        await visit(page, path)
        for (const [label, width, height, scheme] of [['d', 1440, 900, 'light'], ['dd', 1440, 900, 'dark'], ['t', 768, 1024, 'light'], ['p', 390, 844, 'light'], ['pd', 390, 844, 'dark']] as const) {
          await page.setViewportSize({ width, height })
          await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
          await page.waitForTimeout(120)
          await page.screenshot({ path: `${out}/${name}-${label}.png` })
        }
        await page.setViewportSize({ width: 1440, height: 900 })
      } catch (error) { console.log('FAILED', name, String(error).slice(0, 200)) }
    }
    await context.close()
  }
  expect(1).toBe(1)
}, 1800000)
