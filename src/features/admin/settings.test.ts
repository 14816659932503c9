import { afterAll, beforeAll, expect, test } from 'bun:test'
import { features } from '#app/features.ts'
import { readEnv } from '#env'
import { kernelShape } from '#server/settings.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import type { Setting } from './contract.ts'

const marker = 'do-not-show-this-1'
const url = (protocol: string) => `${protocol}://${marker}:${marker}@db.example.org/x?password=${marker}`
const given = {
  COMPANY_NAME: 'Asha Hosting',
  METRICS_TOKEN: marker,
  SMTP_URL: url('smtp'),
  DNS_TSIG: `key:${Buffer.from(marker).toString('base64')}`,
  DB_POSTGRES: url('postgres'),
  TRUSTED_PROXIES: '10.0.0.1, 10.0.0.2',
}

let app: TestApp
let settings: Setting[]
beforeAll(async () => {
  app = await createTestApp()
  app.deps.env = { ...readEnv(given), DATA_DIR: app.dataDir }
  const { cookie } = await app.addAdministrator()
  const answer = await app.request('/api/admin/settings', { cookie })
  settings = answer.body as Setting[]
})
afterAll(() => app.close())

const find = (name: string) => settings.find((each) => each.name === name)

test('lists every setting of the portal and its features by name', () => {
  const shapes = [kernelShape, ...features.map((each) => ('settings' in each ? each.settings.shape : {}))]
  expect(settings.map(({ name }) => name)).toEqual(shapes.flatMap((shape) => Object.keys(shape)).sort())
})

test('says whether a value was set', () => {
  expect(find('COMPANY_NAME')).toEqual({
    name: 'COMPANY_NAME',
    value: 'Asha Hosting',
    isHidden: false,
    source: 'environment',
  })
  expect(find('HANDOVER_SECONDS')).toMatchObject({ value: '60', source: 'default' })
  expect(find('PUBLIC_ORIGIN')).toMatchObject({ value: null, source: 'default' })
  expect(find('TRUSTED_PROXIES')).toMatchObject({ value: '10.0.0.1, 10.0.0.2' })
})

test('hides secrets and credentials in addresses', () => {
  expect(find('METRICS_TOKEN')).toMatchObject({ value: null, isHidden: true, source: 'environment' })
  expect(find('SMTP_URL')).toMatchObject({ value: 'smtp://db.example.org/x' })
  expect(JSON.stringify(settings)).not.toContain(marker)
  expect(JSON.stringify(settings)).not.toContain(given.DNS_TSIG)
})

test('hides the value of a setting with a secret in its name', () => {
  const secrets = settings.filter(({ isHidden }) => isHidden).map(({ name }) => name)
  expect(secrets).toEqual([
    'ADMIN_PASSWORD',
    'DNS_TSIG',
    'METRICS_TOKEN',
    'POWERDNS_API_KEY',
    'RAZORPAY_KEY_SECRET',
    'RAZORPAY_WEBHOOK_SECRET',
  ])
})

test('shows settings to administrators only', async () => {
  const { cookie } = await app.addCustomer()
  expect((await app.request('/api/admin/settings', { cookie })).status).toBe(403)
  expect((await app.request('/api/admin/settings')).status).toBe(401)
})
