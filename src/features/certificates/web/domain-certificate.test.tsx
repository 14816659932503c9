import { beforeEach, expect, test } from 'bun:test'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { renderWithCalls } from '#test/support/render.tsx'
import type { Ssl } from '../contract.ts'
import { DomainCertificate } from './domain-certificate.tsx'

const user = userEvent.setup({ document })
const domain = {
  id: 'd',
  name: 'example.com',
  ssl: false,
  httpsRedirect: true,
  hsts: false,
  certificate: { isServed: true },
}
const off: Ssl = {
  isEnabled: false,
  ssl: false,
  status: 'off',
  problem: null,
  isAwaited: false,
  isTrusted: false,
  nextIssueAt: null,
  issuer: null,
  names: ['example.com'],
  notBefore: null,
  notAfter: null,
  daysLeft: null,
  authorityUrl: null,
  preflight: { isReady: true, findings: [] },
}

let calls: string[]
beforeEach(() => {
  calls = []
})

function open(certificate: Partial<Ssl>, of = domain) {
  renderWithCalls(<DomainCertificate domain={of} />, async (path) => {
    calls.push(path)
    // The part below has its own tests.
    if (!path.startsWith('certificates.')) return new Promise(() => {})
    return { ...off, ...certificate }
  })
}

test('shows the reason that keeps the authority from issuing, and checks it again', async () => {
  const message = 'The CAA records of example.com allow no authority to issue.'
  open({ preflight: { isReady: false, findings: [{ isBlocking: true, message }] } })
  await screen.findByText(message)
  expect(screen.getByRole('button', { name: 'Enable SSL' })).toHaveProperty('disabled', true)
  await user.click(screen.getByRole('button', { name: 'Check again' }))
  expect(calls).toContain('certificates.check')
})

test('offers no check while there is no problem', async () => {
  const message = 'www.example.com has no address.'
  open({ preflight: { isReady: true, findings: [{ isBlocking: false, message }] } })
  await screen.findByText(message)
  expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull()
})

test('shows the issuer of a certificate, and no download when browsers know the authority', async () => {
  open({
    isEnabled: true,
    ssl: true,
    isTrusted: true,
    status: 'issued',
    issuer: "Let's Encrypt, E7",
    daysLeft: 60,
  })
  await screen.findByText("Let's Encrypt, E7")
  expect(screen.queryByText('Download the CA')).toBeNull()
})

test('shows why a renewal failed, how long the current certificate lasts, and when the next attempt is', async () => {
  const dates = { notAfter: '2026-12-02T00:00:00.000Z', nextIssueAt: '2026-11-24T06:00:00.000Z' }
  const problem = 'The certificate authority ca.example did not finish in time.'
  open({ isEnabled: true, ssl: true, status: 'failed', problem, ...dates })
  await screen.findByText(problem)
  const said = screen.getByText(/stays in use until/).textContent
  expect(said).toMatch(/until 02 Dec 2026\. We try again automatically on 24 Nov 2026/)
})

test('disables SSL only after a warning about the consequences for visitors', async () => {
  open({ isEnabled: true, ssl: true, status: 'issued', issuer: 'Test CA', daysLeft: 60 })
  await user.click(await screen.findByRole('button', { name: 'Disable SSL' }))
  await screen.findByText(/see a browser error from then on. Your site stays available at http:/)
  expect(calls).not.toContain('certificates.set')
  const dialog = within(screen.getByRole('dialog', { name: 'Disable SSL?' }))
  await user.click(dialog.getByRole('button', { name: 'Disable SSL' }))
  await waitFor(() => expect(calls).toContain('certificates.set'))
})

test('calls a certificate that browsers do not trust a test certificate', async () => {
  open({ isEnabled: true, ssl: true, status: 'issued', issuer: 'Portal test CA', daysLeft: 60 })
  await screen.findByText('Portal test CA (not trusted by browsers)')
  screen.getByText(/^Test certificate. Browsers will show a warning/)
})

test('says without a certificate whether HTTPS turns on automatically', async () => {
  open({ isAwaited: true })
  await screen.findByText(/^HTTPS turns on automatically as soon as example.com is verified/)
})

test('says that HTTPS is off after SSL was disabled', async () => {
  open({})
  await screen.findByText('HTTPS is off for example.com.')
})

test('disables the switch where no site is served over HTTPS, and says why', async () => {
  const message = 'HTTPS is not available on this server yet. Contact support.'
  const findings = [{ isBlocking: false, message }]
  open(
    { isAwaited: true, preflight: { isReady: true, findings } },
    { ...domain, certificate: { isServed: false } },
  )
  await screen.findByText(message)
  expect(screen.getByRole('button', { name: 'Enable SSL' })).toHaveProperty('disabled', true)
  expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull()
  screen.getByText('On, once HTTPS works')
})
