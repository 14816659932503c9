import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { expectNoAxeViolationsInBothSchemes } from '../support/axe.ts'
import { bothWidths, expectQuiet, screenshot } from '../support/browser.ts'
import { ask, overUdp, rcodeOf } from '../support/dns.ts'
import { findSidewaysScroll } from '../support/fit.ts'
import { startPortal, type TestPortal, until, visit } from '../support/portal.ts'
import { hasPowerDns, startPowerDns, type TestPowerDns } from '../support/powerdns.ts'

const outage =
  'The name server cannot be reached at the moment. Your changes are saved and go live once it is back.'
const a = 1

describe.if(hasPowerDns)('with PowerDNS', () => {
  let server: TestPowerDns
  let count = 0
  let portal: TestPortal
  beforeAll(async () => {
    server = await startPowerDns()
    portal = await startPortal({ env: server.env })
  })
  afterAll(async () => {
    await portal.stop()
    await server.stop()
  })

  test.each(bothWidths)(
    'the screen says that the name server is unreachable until it has the changes: $viewport, $colourScheme',
    async (look) => {
      const person = await portal.customer()
      await portal.activate(person, await portal.order(person))
      count += 1
      const name = `away-${count}`
      const { id } = await person.call<{ id: string }>('/api/domains/register', { name })
      const { page, trace } = await portal.open(person, look)
      const isAnswered = async (host: string) => {
        const [reply] = await overUdp(server.port, [ask(host, a)])
        return rcodeOf(reply) === 0
      }
      await until(() => isAnswered(`www.${name}.com`))
      await visit(page, `/domains?domain=${id}`)
      await page.getByRole('button', { name: 'Add Record' }).waitFor()
      expect(await page.getByText(outage).count()).toBe(0)

      await server.kill()
      await person.call(`/api/domains/${id}/dns`, { type: 'A', name: 'shop', value: '192.0.2.1' })
      await page.getByText(outage).waitFor()
      await expectNoAxeViolationsInBothSchemes(page)
      expect(await findSidewaysScroll(page, [page.viewportSize()?.width ?? 0])).toEqual([])
      await screenshot(page, `domains-powerdns-away-${look.viewport}-${look.colourScheme}`)
      await server.start()
      await until(() => isAnswered(`shop.${name}.com`))
      await page.getByText(outage).waitFor({ state: 'detached' })
      expectQuiet(trace)
    },
  )
})
