import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { insertActiveService } from '#test/support/active-service.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { checkzone } from '../../../scripts/testing/tools.ts'
import { readRecord } from './contract/check-record.ts'
import { findClash } from './contract/check-zone.ts'
import { presets, readPresetValues } from './contract/presets/presets.ts'
import { writeZoneFile } from './contract/zone-file/write.ts'
import { mergeSpf } from './presets/preset-edit.ts'

const zone = 'example.com'
const key = 'v=DKIM1; k=rsa; p=MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A'

/** Possible input for each provider. */
const entered: Record<string, Record<string, string>> = {
  'google-workspace': { dkim: key },
  'microsoft-365': {
    mailHost: 'Example-com',
    proof: 'MS=ms12345678',
    selector1: 'selector1-example-com._domainkey.example.onmicrosoft.com.',
    selector2: 'selector2-example-com._domainkey.example.n-v1.dkim.mail.microsoft',
  },
  'zoho-mail-com': { proof: 'zoho-verification=zb12345678.zmverify.zoho.com', dkim: key },
  'zoho-mail-in': { dkim: key },
  'proton-mail': {
    proof: 'protonmail-verification=0123456789abcdef',
    dkim: 'protonmail.domainkey.dabcdefghijklmnop.domains.proton.ch.',
  },
  'github-pages': { host: 'example.github.io' },
  netlify: { host: 'brave-site' },
  'google-site-verification': { token: 'rXOxyZounnZasA8Z7oaD3c14JdjS9aKSWvsR1EbUSIQ' },
}

const namedCheckzone = checkzone.find()

const recordsOf = (preset: (typeof presets)[number]) => {
  const read = readPresetValues(preset, entered[preset.id] ?? {})
  if ('fault' in read) throw new Error(`${preset.id}: ${read.fault}`)
  return preset.records(read.values, zone).map((written) => {
    const record = readRecord(written, zone)
    if ('fault' in record) throw new Error(`${preset.id}: ${written.type} ${written.name}: ${record.fault}`)
    return record
  })
}

describe.each(presets.map((preset) => [preset.id, preset] as const))('the preset %s', (id, preset) => {
  test('has valid records that fit in one zone', () => {
    const records = recordsOf(preset)
    expect(records.length).toBeGreaterThan(0)
    expect(findClash(records, zone)).toBeNull()
    expect(new Set(records.map(({ ttl }) => ttl))).toEqual(new Set([3_600]))
  })

  test('asks for the values it needs, and rejects invalid ones', () => {
    for (const { key: field, isOptional, fault } of preset.fields) {
      const without = { ...entered[id], [field]: ' ' }
      if (isOptional) expect(readPresetValues(preset, without)).not.toHaveProperty('fault')
      else expect(readPresetValues(preset, without)).toEqual({ field, fault })
      for (const wrong of ['a b', 'x\ny', '$INCLUDE', '…', '-'.repeat(300)])
        expect(readPresetValues(preset, { ...entered[id], [field]: wrong })).toEqual({ field, fault })
    }
  })

  test.if(namedCheckzone !== null)('creates a zone that named-checkzone loads', async () => {
    const own = ['ns1.example.net', 'ns2.example.net'].map((value) => ({
      name: '@',
      type: 'NS' as const,
      value,
      priority: null,
      ttl: 3_600,
    }))
    const records = [...own, ...recordsOf(preset)]
    const file = join(Bun.env.TMPDIR ?? '/tmp', `preset-${Bun.randomUUIDv7()}.zone`)
    await Bun.write(file, writeZoneFile({ zone, serial: 1, nameserver: 'ns1.example.net', records }))
    const child = Bun.spawn([namedCheckzone ?? '', zone, file], { stdout: 'pipe', stderr: 'pipe' })
    const said = await new Response(child.stdout).text()
    expect([await child.exited, said]).toEqual([0, expect.stringContaining('OK')])
    await Bun.file(file).delete()
  })
})

describe('SPF', () => {
  const wanted = 'v=spf1 include:new.example ~all'
  test.each([
    [[], wanted],
    [['v=spf1 -all'], 'v=spf1 include:new.example -all'],
    [['v=spf1 mx include:old.example ?all'], 'v=spf1 include:new.example mx include:old.example ?all'],
    [['v=spf1 mx include:new.example -all'], 'v=spf1 mx include:new.example -all'],
    [['v=spf1 mx -all', 'v=spf1 a ~all'], 'v=spf1 include:new.example mx a -all'],
  ])('is merged into one record with the previous senders: %p', (present, merged) => {
    expect(mergeSpf(present, wanted)).toBe(merged)
  })
})

let app: TestApp
let owner: { cookie: string; id: string }
let id: string
let counter = 0
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await app.addCustomer()
  await insertActiveService(app, owner.id, 'Premium')
  counter += 1
  const json = { name: `preset-${counter}` }
  id = ((await app.request('/api/domains/register', { cookie: owner.cookie, json })).body as { id: string })
    .id
})

type Rec = { id: string; type: string; name: string; value: string; priority: number | null }
type Plan = { applied: boolean; added: Rec[]; removed: Rec[]; kept: number; effects: string[] }
const send = (json: Record<string, unknown>, cookie = owner.cookie) =>
  app.request(`/api/domains/${id}/dns/preset`, { cookie, json })
const plan = async (json: Record<string, unknown>) => (await send(json)).body as Plan
const call = (method: string, path: string, json?: unknown) =>
  app.request(`/api/domains/${id}${path}`, { method, cookie: owner.cookie, ...(json ? { json } : {}) })
const zoneNow = async () =>
  ((await call('GET', '/dns')).body as Rec[]).map(
    ({ type, name, value, priority }) => `${name} ${type} ${priority === null ? '' : `${priority} `}${value}`,
  )

describe('the records of a provider', () => {
  test('are previewed with their effects, and then added in one change that can be undone', async () => {
    await call('POST', '/dns', { type: 'MX', name: '@', value: 'mail.example.net' })
    await call('POST', '/dns', { type: 'TXT', name: '@', value: 'v=spf1 mx -all' })
    const before = await zoneNow()
    const seen = await plan({ preset: 'google-workspace', values: { dkim: key } })
    expect(seen).toMatchObject({ applied: false, removed: [{ type: 'MX' }, { type: 'TXT' }] })
    expect(seen.effects).toContainEqual(expect.stringContaining('smtp.google.com'))
    expect(await zoneNow()).toEqual(before)

    const done = await plan({ preset: 'google-workspace', values: { dkim: key }, apply: true })
    expect(done).toMatchObject({ applied: true, kept: seen.kept })
    const after = await zoneNow()
    expect(after).toContain('@ MX 1 smtp.google.com')
    expect(after).toContain('@ TXT v=spf1 include:_spf.google.com mx -all')
    expect(after).toContain(`google._domainkey TXT ${key}`)
    expect(after.filter((line) => line.includes(' MX '))).toHaveLength(1)
    expect(await plan({ preset: 'google-workspace', values: { dkim: key } })).toMatchObject({
      added: [],
      removed: [],
    })

    const [change] = (await call('GET', '/history')).body as { id: string; note: string }[]
    expect(change?.note).toBe('Added the Google Workspace records')
    await call('POST', `/history/${change?.id}/undo`, {})
    expect(await zoneNow()).toEqual(before)
  })

  test('are not added once the zone differs from their preview', async () => {
    const { serial } = (await plan({ preset: 'google-workspace' })) as Plan & { serial: number }
    await call('POST', '/dns', { type: 'MX', name: '@', value: 'mail.example.net' })
    const before = await zoneNow()
    expect(await send({ preset: 'google-workspace', apply: true, serial })).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('Preview the changes again') },
    })
    expect(await zoneNow()).toEqual(before)
  })

  test('replace the previous targets of their names when they are for a site, and leave the others', async () => {
    await plan({ preset: 'github-pages', values: { host: 'example' }, apply: true })
    const after = await zoneNow()
    expect(after.filter((line) => /^(@|www) (A|AAAA|CNAME) /.test(line))).toHaveLength(9)
    expect(after).toContain('www CNAME example.github.io')
    expect(after).toContainEqual(expect.stringMatching(/^api A /))
  })

  test('are refused entirely when one does not fit in the zone', async () => {
    await call('POST', '/dns', { type: 'TXT', name: 'www', value: 'a note' })
    const before = await zoneNow()
    for (const apply of [false, true])
      expect(await send({ preset: 'vercel', apply })).toMatchObject({
        status: 409,
        body: { message: expect.stringContaining('cannot share its name with other records') },
      })
    expect(await zoneNow()).toEqual(before)
  })

  test('are refused with the fault of the input', async () => {
    expect(await send({ preset: 'netlify' })).toMatchObject({
      status: 422,
      body: { fields: { 'values.host': 'Enter a name such as example.netlify.app.' } },
    })
    expect((await send({ preset: 'nobody' })).status).toBe(422)
    expect((await send({ preset: 'netlify', values: { host: 'a\nb' } })).status).toBe(422)
  })

  test('are for the owner of the domain', async () => {
    const other = await app.addCustomer()
    expect((await send({ preset: 'vercel' }, other.cookie)).status).toBe(404)
    expect((await app.request(`/api/domains/${id}/dns/preset`, { json: { preset: 'vercel' } })).status).toBe(
      401,
    )
  })
})
