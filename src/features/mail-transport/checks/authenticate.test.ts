import { expect, test } from 'bun:test'
import { dmarc } from 'mailauth/lib/dmarc'

const asked: string[] = []
const resolver = async (name: string, type: string): Promise<string[][]> => {
  asked.push(`${type} ${name}`)
  if (type === 'TXT' && name === '_dmarc.example.com') return [['v=DMARC1; p=quarantine']]
  throw Object.assign(new Error('nothing'), { code: 'ENOTFOUND' })
}
const ask = (over: object) =>
  dmarc({
    headerFrom: ['example.com'],
    fromFields: 1,
    spfDomains: [],
    dkimDomains: [],
    resolver,
    ...over,
  } as unknown as Parameters<typeof dmarc>[0])

test('mailauth’s DMARC passes for the given SPF or DKIM domains', async () => {
  const passed = { policy: 'quarantine', status: { result: 'pass' } }
  expect(await ask({ spfDomains: ['example.com'] })).toMatchObject(passed)
  expect(await ask({ dkimDomains: [{ domain: 'example.com', underSized: 0 }] })).toMatchObject(passed)
  expect(asked).toContain('TXT _dmarc.example.com')
})

test('mailauth’s DMARC fails without them, and returns the policy and the header text', async () => {
  expect(await ask({ spfDomains: ['partner.example'] })).toMatchObject({
    policy: 'quarantine',
    status: { result: 'fail' },
    info: expect.stringMatching(/^dmarc=fail\b/),
  })
})

test('mailauth’s DMARC returns nothing for authors of several domains or fields', async () => {
  expect(await ask({ headerFrom: ['example.com', 'partner.example'] })).toBe(false)
  expect(await ask({ fromFields: 2 })).toBe(false)
})
