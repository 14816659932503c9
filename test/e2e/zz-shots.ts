import { Database } from 'bun:sqlite'
import { startPortal, visit, until } from '../support/portal.ts'
const portal = await startPortal()
const person = await portal.customer()
const order = await portal.order(person, process.argv[3] === 'nodomain' ? undefined : 'shop.example.com')
await portal.activate(person, order)
const id = order.serviceId
const only = (process.argv[2] ?? 'overview').split(',')
const paths: Record<string, string> = {
  overview: `/server-management/${id}`,
  monitoring: `/server-management/${id}?tab=monitoring`,
  day: `/server-management/${id}?tab=monitoring&range=24h`,
  processes: `/server-management/${id}?tab=processes`,
  settings: `/server-management/${id}?tab=settings`,
  missing: '/server-management/0190a000-0000-7000-8000-000000000000',
  websites: '/websites',
  applications: '/applications',
  dashboard: '/dashboard',
}
const body = new FormData()
body.append('serviceId', id)
body.append('file', new File(['<h1>hello</h1>'], 'index.html', { type: 'text/html' }))
await fetch(`${portal.url}/api/files`, { method: 'POST', body, headers: { cookie: person.cookie } })
const db = new Database(`${portal.server.dataDir}/portal.db`)
try {
  const row = db.query('select user_id from user_services where id = ?').get(id) as { user_id: string }
  console.log(row, db.query("select sql from sqlite_master where name in ('server_metrics','server_metric_rollups')").all())
} catch (e) { console.log(String(e)) }
for (const viewport of ['desktop', 'phone'] as const)
  for (const colourScheme of ['light', 'dark'] as const) {
    const { page, context, trace } = await portal.open(person, { viewport, colourScheme })
    for (const name of only) {
      await visit(page, paths[name] ?? name)
      await page.screenshot({ path: `/tmp/shots/${name}-${viewport}-${colourScheme}.png`, fullPage: true })
    }
    console.log(viewport, colourScheme, JSON.stringify(trace.consoleErrors), trace.failures)
    await context.close()
  }
await portal.stop()
