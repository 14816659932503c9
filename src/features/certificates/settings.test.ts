import { afterAll, expect, test } from 'bun:test'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readEnv } from '#env'
import { makeCertificate } from '#test/support/certificate.ts'
import { makeTestFolder } from '#test/support/folders.ts'

const folder = makeTestFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('disables ACME without a directory URL', () => {
  expect(readEnv({}).ACME_DIRECTORY_URL).toBeUndefined()
})

test('accepts a directory with a contact and its root certificates', async () => {
  const file = join(folder, 'ca.pem')
  const { cert } = makeCertificate('acme.example.net')
  await Bun.write(file, cert)
  const env = readEnv({
    ACME_DIRECTORY_URL: 'https://acme.example.net/directory',
    ACME_CONTACT: 'operator@example.net',
    ACME_CA_FILE: file,
  })
  expect(env).toMatchObject({
    ACME_DIRECTORY_URL: 'https://acme.example.net/directory',
    ACME_CONTACT: 'operator@example.net',
    ACME_CA_FILE: cert,
  })
})

test.each([
  { ACME_DIRECTORY_URL: 'http://acme.example.net/directory' },
  { ACME_DIRECTORY_URL: 'acme.example.net' },
  { ACME_CONTACT: 'nobody' },
  { ACME_CA_FILE: '/no/such/file' },
  { ACME_CA_FILE: '/dev/null' },
])('rejects %p', (settings) => {
  const [name = ''] = Object.keys(settings)
  expect(() => readEnv(settings)).toThrow(`${name}: must be`)
})
